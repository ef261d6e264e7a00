"""Evaluates the rules of the OpenAPI document, `x-rules`, on responses. Needs `pip install cel-python==0.5.0`."""

import math
import re
from datetime import datetime, timezone

import celpy
from celpy.celtypes import BoolType, DoubleType, ListType, MapType, StringType


class Rules:
    def __init__(self, document):
        self.document, self.environment = document, celpy.Environment()
        self.operations = {}
        for item in document["paths"].values():
            for operation in item.values():
                if isinstance(operation, dict) and "operationId" in operation:
                    self.operations[operation["operationId"]] = self._rules_of(operation)

    def verdicts(self, operation, data, now="", query={}, path={}, body=None):
        """Returns True, False or None (does not apply) for each rule of an operation, by id."""
        data = known(data)
        context = {"data": data, "now": known(now), "query": known(query), "path": known(path), "body": known(body)}
        found = {}
        for one in self.operations[operation].values():
            values = [{**context, "self": subject} for place in one["places"] for subject in at(data, place)]
            holds = [evaluate(one["rule"], own) for own in values if one["when"] is None or evaluate(one["when"], own)]
            found[one["id"]] = False if False in holds else True if True in holds else None
        return found

    def violations(self, operation, data, **request):
        """Returns the ids of the rules that a response violates."""
        verdicts = self.verdicts(operation, data, **request)
        return [rule for rule, holds in verdicts.items() if holds is False]

    def _rules_of(self, operation):
        rules = {}
        for place, rule in self._documented(operation):
            if operation["operationId"] not in rule.get("operations", [operation["operationId"]]):
                continue
            if rule["id"] not in rules:
                when = self._compile(rule["when"]) if "when" in rule else None
                rules[rule["id"]] = {"id": rule["id"], "when": when, "rule": self._compile(rule["rule"]), "places": []}
            if place not in rules[rule["id"]]["places"]:
                rules[rule["id"]]["places"].append(place)
        return rules

    def _documented(self, operation):
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                content = self._follow(response).get("content", {}).get("application/json", {})
                body = self._follow(content.get("schema", {}))
                yield from self._within(body.get("properties", {}).get("data"), "", [])

    def _within(self, reference, place, above):
        schema = self._follow(reference)
        if not isinstance(schema, dict) or any(schema is one for one in above):
            return
        above = [*above, schema]
        yield from ((place, rule) for rule in schema.get("x-rules", []))
        for part in [*schema.get("allOf", []), *schema.get("oneOf", []), *schema.get("anyOf", [])]:
            yield from self._within(part, place, above)
        for name, member in schema.get("properties", {}).items():
            yield from self._within(member, f"{place}.{name}", above)
        yield from self._within(schema.get("items"), f"{place}.[]", above)

    def _follow(self, reference):
        while isinstance(reference, dict) and "$ref" in reference:
            _, _, group, name = reference["$ref"].split("/")
            reference = self.document["components"][group][name]
        return reference

    def _compile(self, expression):
        return self.environment.program(self.environment.compile(expression), functions=FUNCTIONS)


def evaluate(program, context):
    """Returns True, False, or None if a value that the expression needs is not known."""
    try:
        value = program.evaluate(context)
    except Exception:  # An error of CEL, or of Python in one of its functions.
        return None
    return bool(value) if isinstance(value, (bool, BoolType)) else None


def known(value):
    """Returns JSON as values of CEL: members that are null are left out, and numbers are doubles."""
    if isinstance(value, dict):
        return MapType({StringType(name): known(one) for name, one in value.items() if one is not None})
    if isinstance(value, list):
        return ListType([known(one) for one in value])
    if isinstance(value, bool):
        return BoolType(value)
    if isinstance(value, (int, float)):
        return DoubleType(value)
    return None if value is None else StringType(value)


def at(data, place):
    """Returns the objects and lists at a place such as `.services.[].days.[]`."""
    subjects = [data]
    for step in filter(None, place.split(".")):
        if step == "[]":
            subjects = [one for subject in subjects if isinstance(subject, ListType) for one in subject]
        else:
            subjects = [subject[step] for subject in subjects if isinstance(subject, MapType) and step in subject]
    return [subject for subject in subjects if isinstance(subject, (MapType, ListType))]


class Unknown(Exception):
    pass


def number(value):
    if not isinstance(value, float) or not math.isfinite(value):
        raise Unknown
    return float(value)


def elements(value):
    if not isinstance(value, (list, dict)):
        raise Unknown
    return list(value)


def near(one, other, terms=2.0):
    return BoolType(abs(number(one) - number(other)) <= max(0.01 * number(terms), 1e-6 * abs(other)) + 1e-9)


def total(values):
    return DoubleType(sum(number(one) for one in elements(values)))


def near_percent(rate, part, whole):
    if number(whole) <= 0:
        raise Unknown
    expected = 100 * number(part) / whole
    amounts = (0.5 + 0.005 * abs(expected)) / whole
    unit = next((u for u in (1, 0.1) if abs(number(rate) / u - math.floor(rate / u + 0.5)) < 1e-9), 0)
    return BoolType(abs(rate - expected) <= 0.02 + amounts + 1e-4 * abs(expected) + unit)


ISO = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?")


def moment(text):
    if isinstance(text, str):
        text = re.sub(r"^(\d{4}-\d\d)$", r"\1-01", re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", text))
    if not isinstance(text, str) or not ISO.fullmatch(text):
        raise Unknown
    return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", str(text)).replace("Z", "+00:00"))


def days(text):
    at = moment(text)
    return DoubleType((at if at.tzinfo else at.replace(tzinfo=timezone.utc)).timestamp() / 86400)


def doubt(one, other):
    """Returns by how many days the difference may be wrong, because a time of day or a zone is not known."""
    has_zone = [moment(text).tzinfo is not None for text in (one, other)]
    has_time = ["T" in text for text in (one, other)]
    of_day = 0 if has_time[0] == has_time[1] else 1
    if has_zone[0] != has_zone[1]:
        return DoubleType(of_day + 14 / 24)
    return DoubleType(of_day if has_zone[0] or not any(has_time) else of_day + 1 / 24)


def before(one, other):
    return BoolType(float(days(other)) - float(days(one)) > doubt(one, other))


def months(text):
    if not isinstance(text, str) or not re.match(r"\d{4}-\d\d(-\d\d|$)", text):
        raise Unknown
    return DoubleType((int(text[:4]) - 1970) * 12 + int(text[5:7]) - 1)


def ascending(values):
    values = elements(values)
    if any(type(one) is not type(values[0]) for one in values):
        raise Unknown
    return BoolType(all(one <= other for one, other in zip(values, values[1:])))


def cut(values, start, end):
    values = elements(values)
    if not 0 <= number(start) <= number(end) <= len(values):
        raise Unknown
    return ListType(values[int(start) : int(end)])


def equal(one, other):
    """As in CEL, values of different types are unequal; cel-python raises an error."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    # A difference of two doubles is a float.
    are_numbers = isinstance(one, float) and isinstance(other, float)
    return (are_numbers or type(one) is type(other)) and bool(one == other)


def distinct(values):
    once = []
    for one in elements(values):
        if not any(equal(one, other) for other in once):
            once.append(one)
    return ListType(once)


def text(value):
    """CEL writes 1041.0 as 1041."""
    return StringType(int(value) if isinstance(value, DoubleType) and float(value).is_integer() else value)


def of_values(function):
    """cel-python calls these functions with errors as values, too."""

    def call(one, other):
        error = next((value for value in (one, other) if isinstance(value, celpy.CELEvalError)), None)
        return error or BoolType(function(one, other))

    return call


def decided_by(decisive):
    """cel-python joins the texts of errors, so that their length doubles with each unknown element of a list."""

    def decide(one, other):
        known_ones = [value for value in (one, other) if isinstance(value, BoolType)]
        if any(bool(value) is decisive for value in known_ones):
            return BoolType(decisive)
        return next((value for value in (one, other) if not isinstance(value, BoolType)), BoolType(not decisive))

    return decide


celpy.celtypes.logical_and, celpy.celtypes.logical_or = decided_by(False), decided_by(True)

FUNCTIONS = {
    "_==_": of_values(equal),
    "_!=_": of_values(lambda one, other: not equal(one, other)),
    "_in_": of_values(lambda one, many: any(equal(one, other) for other in many)),
    "string": text,
    "sum": total,
    "count": lambda values: DoubleType(len(elements(values))),
    "near": near,
    "nearSum": lambda whole, values: near(whole, total(values), DoubleType(len(elements(values)) + 1)),
    "nearPercent": near_percent,
    "days": days,
    "doubt": doubt,
    "before": before,
    "months": months,
    "ascending": ascending,
    "descending": lambda values: ascending(elements(values)[::-1]),
    "unique": lambda values: BoolType(len(distinct(values)) == len(values)),
    "distinct": distinct,
    "slice": cut,
}
