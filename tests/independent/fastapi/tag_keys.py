"""Virtual tag keys: their rules, and the job that sorts the bill by them."""

import uuid
from typing import Any

from common import month_start, now, today
from ledger import rows, usd, window

OPERATORS = {
    "is": lambda value, wanted: value == wanted,
    "contains": lambda value, wanted: wanted in value,
    "starts_with": lambda value, wanted: value.startswith(wanted),
    "ends_with": lambda value, wanted: value.endswith(wanted),
    "flexible_match": lambda value, wanted: flexible(value) == flexible(wanted),
}
COLUMNS = {"account": "account_id", "region": "region", "service": "service", "charge_type": "charge_type"}


def flexible(text: str) -> str:
    return "".join(character for character in text.lower() if character not in " -_")


def fits(condition: dict[str, Any], line: Any) -> bool:
    dimension, operator = condition["dimension"], condition["operator"]
    if dimension in ("tag", "tagged"):
        value = line[condition["key"]] if condition["key"] in ("team", "stage") else None
        if dimension == "tagged":
            return value is not None
    else:
        value = line[COLUMNS[dimension]] if dimension in COLUMNS else None
    compare = OPERATORS.get(operator.removeprefix("not_").replace("is_not", "is"), OPERATORS["is"])
    found = value is not None and any(compare(value, wanted) for wanted in condition["values"])
    return found != (operator == "is_not" or operator.startswith("not_"))


def passes(config: dict[str, Any], line: Any) -> bool:
    rules = config["filter"]["rules"]
    frame = config["time_frame"] or {}
    if (frame.get("start") or "") > line["day"] or line["day"] > (frame.get("end") or "9999"):
        return False
    return not rules or any(
        line["provider"] in (rule["providers"] or [line["provider"]])
        and all(fits(condition, line) for condition in rule["conditions"])
        for rule in rules
    )


def shares(config: dict[str, Any]) -> dict[str, float]:
    assign = config["assign"]
    if assign["type"] == "percent":
        return {split["value"]: split["pct"] / 100 for split in assign["splits"]}
    return {assign.get("value") or "shared": 1}


def sort_bill(key: dict[str, Any]) -> None:
    """Computes the spend of each value of a key over its window."""
    start, end = window()
    marks = ", ".join("?" * len(key["providers"]))
    lines = rows(f"select * from costs where provider in ({marks}) and day between ? and ?",
                 *key["providers"], start, end)
    spend: dict[str, float] = {}
    for line in lines:
        config = next((config for config in key["configs"] if passes(config, line)), None)
        for value, share in (shares(config) if config else {}).items():
            spend[value] = spend.get(value, 0) + (line["unblended"] - line["credit"]) * share
    everything = usd(sum(line["unblended"] - line["credit"] for line in lines))
    key["values"] = [
        {"id": f"{key['id']}-{flexible(value)}", "name": value, "spend": usd(amount), "resource_count": 1}
        for value, amount in spend.items()
    ]
    key["total_spend"] = everything
    key["unallocated_spend"] = round(everything - sum(value["spend"] for value in key["values"]), 4)
    key["resource_count"] = len({(line["service"], line["account_id"], line["usage_type"]) for line in lines})
    key["window"] = {"start": start, "end": end}


def condition(service: str) -> dict[str, Any]:
    return {"dimension": "service", "key": None, "operator": "is", "values": [service]}


def new_key(identifier: str, name: str, services: dict[str, str]) -> dict[str, Any]:
    key = {
        "id": identifier, "name": name, "description": f"{name} of every resource", "origin": "virtual",
        "providers": ["provider_a", "provider_b"], "status": "active", "shares_provider_key": False,
        "can_override": False, "effective_from": f"{month_start(today(), 2):%Y-%m}", "rules_version": 1,
        "collapsed_keys": [], "dependents": [], "job": None,
        "configs": [
            {"id": f"{identifier}-rule-{n}", "position": n, "time_frame": None,
             "filter": {"rules": [{"providers": [], "conditions": [condition(service)]}]},
             "assign": {"type": "value", "value": value}}
            for n, (service, value) in enumerate(services.items())
        ],
    }
    sort_bill(key)
    return key


KEYS = {
    key["id"]: key
    for key in (
        new_key("vk-cost-center", "Cost center", {"compute": "platform", "database": "platform", "storage": "data"}),
        new_key("vk-product", "Product", {"compute": "shop", "warehouse": "reports"}),
    )
}


def of_provider(provider: str) -> list[dict[str, Any]]:
    return [key for key in KEYS.values() if provider in key["providers"]]


def new_job(key: dict[str, Any]) -> dict[str, Any]:
    first = key["effective_from"] or f"{today():%Y-%m}"
    months = today().year * 12 + today().month - int(first[:4]) * 12 - int(first[5:])
    return {
        "id": str(uuid.uuid4()), "status": "queued", "from_period": min(first, f"{today():%Y-%m}"),
        "to_period": f"{today():%Y-%m}", "periods_done": 0, "periods_total": max(months, 0) + 1, "error": None,
        "created_at": now(), "finished_at": None,
    }


def run_job(key: dict[str, Any], job: dict[str, Any]) -> None:
    if key["job"] is not job:
        job["status"] = "superseded"
        return
    sort_bill(key)
    job.update(status="succeeded", periods_done=job["periods_total"], finished_at=now())
