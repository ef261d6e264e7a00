from datetime import date, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

import advice
import tag_keys
from common import ApiError, Envelope, Paging, change, days_between, month_end, month_start, ok, today
from ledger import ACCOUNTS, PROVIDERS, UNIT, rows, total, usd

router = APIRouter(prefix="/api/v1", tags=["costs"])

Credits = Literal["after", "before"]
Granularity = Literal["daily", "monthly"]
Preset = Literal["30D", "6M", "12M"]
Mode = Literal["include", "exclude"]
Values = Annotated[list[str], Query()]
TAGS = {"team": "team", "stage": "stage"}


class Forecast(BaseModel):
    forecast_value: float | None = None
    forecast_low: float | None = None
    forecast_high: float | None = None
    confidence_pct: float | None = None
    sparkline: list[float] = []
    future_start_index: int = 0
    delta_pct_vs_last_month: float | None = None
    booked_to_date: float | None = None
    daily_rate: float | None = None
    days_remaining: int | None = None
    days_since_last_actual: int | None = None
    daily_rate_sample_days: int | None = None
    daily_rate_thin_days: int | None = None
    daily_rate_window_days: int | None = None
    actuals_through: date | None = None
    credits: str


class CostTypes(BaseModel):
    regular: float
    tax: float
    adjustment: float
    rounding_error: float


class InvoiceMonth(BaseModel):
    invoice_month: str
    total: float
    by_cost_type: CostTypes
    marketplace_total: float


class InvoiceMonths(BaseModel):
    items: list[InvoiceMonth]
    includes_billing_account_charges: bool
    credits: str


def connected(provider_id: str) -> str:
    if provider_id not in PROVIDERS:
        raise ApiError(404, f"The provider '{provider_id}' is not connected.")
    return provider_id


Provider = Annotated[str, Depends(connected)]


class Range:
    """The days of a request, from a preset or from dates."""

    def __init__(self, preset: Preset | None = None, start: date | None = None, end: date | None = None):
        self.end = today() if preset else end or today()
        self.start = start or month_start(self.end if end else today())
        if preset:
            self.start = today() - timedelta(days=29) if preset == "30D" else month_start(today(), int(preset[:-1]) - 1)
        if self.start > self.end:
            raise ApiError(422, "'start' is after 'end'.", {"field": "start"})
        self.name = preset or "custom"

    @property
    def before(self) -> tuple[date, date]:
        last = self.start - timedelta(days=1)
        return last - (self.end - self.start), last

    def steps(self, granularity: str) -> list[str]:
        """The days or months of the range up to the last day with costs."""
        days = days_between(self.start, min(self.end, today() - timedelta(days=1)))
        return sorted({day.isoformat()[: 10 if granularity == "daily" else 7] for day in days})


class Filters:
    """The dimensions of the bill that a request selects."""

    def __init__(
        self,
        service: Values = [],
        service_mode: Mode = "include",
        account_id: Values = [],
        account_id_mode: Mode = "include",
        region: Values = [],
        region_mode: Mode = "include",
        tag_key: Values = [],
        tag_key_mode: Mode = "include",
        tag_value: Values = [],
        tag_value_mode: Mode = "include",
    ):
        self.values = {"service": service, "account_id": account_id, "region": region, "tag_key": tag_key,
                       "tag_value": tag_value}
        self.modes = {"service": service_mode, "account_id": account_id_mode, "region": region_mode,
                      "tag_key": tag_key_mode, "tag_value": tag_value_mode}

    def where(self, *without: str) -> tuple[str, list[str]]:
        conditions, args = ["1"], []
        for name, values in self.values.items():
            if not values or name in without:
                continue
            condition, more = self.condition(name, values)
            conditions.append(condition if self.modes[name] == "include" else f"not {condition}")
            args += more
        return " and ".join(conditions), args

    def condition(self, name: str, values: list[str]) -> tuple[str, list[str]]:
        marks = ", ".join("?" * len(values))
        if name == "tag_key":
            known = [f"{TAGS[key]} is not null" for key in values if key in TAGS]
            return f"({' or '.join(known or ['0'])})", []
        if name == "tag_value":
            keys = [TAGS[key] for key in self.values["tag_key"] or TAGS if key in TAGS]
            parts = [f"coalesce({key}, '') in ({marks})" for key in keys]
            return f"({' or '.join(parts or ['0'])})", values * len(keys)
        return f"{name} in ({marks})", values


def amount(view: str, credits: str) -> str:
    return view if credits == "before" else f"({view} - credit)"


def has_costs(provider: str) -> bool:
    return total("1", "provider = ?", provider) > 0


def cost(provider: str, start: date, end: date, credits: str = "after") -> float:
    where = "provider = ?" if provider != "all" else "'all' = ?"
    return total(amount("unblended", credits), f"{where} and day between ? and ?", provider, start.isoformat(),
                 end.isoformat())


def period_of(horizon: str) -> tuple[date, date]:
    first = month_start(today())
    if horizon == "quarter":
        first = month_start(today(), (today().month - 1) % 3)
        return first, month_end(month_start(first, -2))
    if horizon == "year":
        return date(today().year, 1, 1), date(today().year, 12, 31)
    return first, month_end(first)


def forecast_of(provider: str, horizon: str, credits: str) -> dict[str, Any]:
    if provider != "all" and not has_costs(provider):
        return {"credits": credits}
    first, last = period_of(horizon)
    through = today() - timedelta(days=1)
    window = days_between(through - timedelta(days=29), through)
    actual = [usd(cost(provider, day, day, credits)) for day in window]
    daily_rate = round(sum(actual[-14:]) / 14, 4)
    booked, remaining = usd(cost(provider, first, through, credits)), (last - through).days
    value = round(booked + daily_rate * remaining, 4)
    last_month = month_start(today(), 1)
    before = usd(cost(provider, last_month, month_end(last_month), credits))
    band = 0.05 * daily_rate * remaining
    return {
        "forecast_value": value,
        "forecast_low": round(value - band, 4),
        "forecast_high": round(value + band, 4),
        "confidence_pct": 80,
        "sparkline": actual + [daily_rate] * 30,
        "future_start_index": 30,
        "delta_pct_vs_last_month": change(value, before) if horizon == "month" else None,
        "booked_to_date": booked,
        "daily_rate": daily_rate,
        "days_remaining": remaining,
        "days_since_last_actual": 1,
        "daily_rate_sample_days": 14,
        "daily_rate_thin_days": 0,
        "daily_rate_window_days": 14,
        "actuals_through": through,
        "credits": credits,
    }


@router.get("/costs/forecast", response_model=Envelope[Forecast])
async def forecast(
    provider: str = "all", horizon: Literal["month", "quarter", "year"] = "month", credits: Credits = "after"
):
    return ok(forecast_of(provider, horizon, credits))


@router.get("/providers/{provider_id}/costs/summary")
async def summary(provider: Provider, credits: Credits = "after"):
    # The running month is compared with the same days of the previous month.
    expected = forecast_of(provider, "month", credits)
    first, through = month_start(today()), today() - timedelta(days=1)
    previous = month_start(today(), 1)
    same_days = min(previous + (through - first), month_end(previous))
    spent, before = cost(provider, first, through, credits), cost(provider, previous, same_days, credits)
    potential = advice.potential_savings(provider)
    known = has_costs(provider)
    top = rows(
        f"""select service, sum(case when day >= ? then {amount('unblended', credits)} else 0 end) cost,
                   sum(case when day between ? and ? then {amount('unblended', credits)} else 0 end) before
            from costs where provider = ? and day >= ? group by service having cost <> 0 order by cost desc limit 3""",
        first.isoformat(), previous.isoformat(), same_days.isoformat(), provider, previous.isoformat(),
    )
    return ok({
        "provider_id": provider,
        "provider_name": PROVIDERS[provider],
        "credits": credits,
        "monthly_spending": usd(spent) if known else None,
        "monthly_spending_percentage": change(spent, before) if known else None,
        "forecasted_monthly_costs": expected.get("forecast_value"),
        "forecasted_monthly_costs_percentage": expected.get("delta_pct_vs_last_month"),
        "potential_savings": potential,
        "potential_savings_percentage": round(potential / expected["forecast_value"] * 100, 2)
        if potential is not None and expected.get("forecast_value") else None,
        "top_services": [
            {"service": row["service"], "cost": usd(row["cost"]),
             "change_percentage": change(row["cost"], row["before"])}
            for row in top
        ],
    })


@router.get("/providers/{provider_id}/costs/timeline")
async def timeline(
    provider: Provider,
    days: Annotated[Range, Depends()],
    granularity: Granularity = "daily",
    dimension: Literal["service", "account_id", "region"] | None = None,
    credits: Credits = "after",
):
    length = 10 if granularity == "daily" else 7
    points: dict[str, dict[str, float]] = {step: {} for step in days.steps(granularity)}
    if not has_costs(provider):
        points = {}
    for row in rows(
        f"""select substr(day, 1, {length}) step, {dimension or "''"} value, sum({amount('unblended', credits)}) cost
            from costs where provider = ? and day between ? and ? group by 1, 2 order by 1, 3 desc""",
        provider, days.start.isoformat(), days.end.isoformat(),
    ):
        points[row["step"]][row["value"]] = row["cost"]
    data_points = [
        {
            "date": step,
            "amount": usd(sum(parts.values())),
            "parts": [{"value": name, "amount": usd(part)} for name, part in parts.items()] if dimension else None,
        }
        for step, parts in points.items()
    ]
    return ok({
        "provider_id": provider,
        "provider_name": PROVIDERS[provider],
        "granularity": granularity,
        "start_date": days.start,
        "end_date": days.end,
        "dimension": dimension,
        "credits": credits,
        "data_points": data_points,
        "total": usd(cost(provider, days.start, days.end, credits)) if has_costs(provider) else None,
    })


Group = Literal["service", "account_id", "region", "tag"]
Column = Literal["service", "account_id", "region", "cost", "previous_cost", "change_percentage"]


@router.get("/providers/{provider_id}/costs/breakdown")
async def breakdown(
    provider: Provider,
    days: Annotated[Range, Depends()],
    filters: Annotated[Filters, Depends()],
    paging: Annotated[Paging, Depends()],
    group_by: Annotated[list[Group], Query()] = ["service"],
    granularity: Granularity = "daily",
    show_cost_as: Literal["unblended", "blended", "amortized", "net_unblended", "net_amortized"] = "unblended",
    credits: Credits = "after",
    sort_by: Column = "cost",
    sort_order: Literal["asc", "desc"] = "desc",
    sort_by_date: Annotated[str | None, Query(pattern=r"^\d{4}-\d\d(-\d\d)?$")] = None,
):
    if sort_by_date and len(sort_by_date) != (10 if granularity == "daily" else 7):
        raise ApiError(422, "'sort_by_date' does not fit the granularity.", {"field": "sort_by_date"})
    groups = list(dict.fromkeys(group_by))
    if "tag" in groups and len(filters.values["tag_key"]) != 1:
        raise ApiError(422, "Grouping by tag needs exactly one 'tag_key'.", {"field": "tag_key"})
    expression = amount(show_cost_as, credits)
    table = breakdown_rows(provider, days, filters, groups, granularity, expression)
    totals: dict[str, float] = dict.fromkeys(days.steps(granularity) if has_costs(provider) else [], 0)
    for row in table:
        for entry in row["spendings_by_date"]:
            totals[entry["date"]] += entry["value"]
    overall = {step: round(value, 4) for step, value in totals.items()}
    return ok({
        "provider_id": provider,
        "provider_name": PROVIDERS[provider],
        "period": days.name,
        "start_date": days.start,
        "end_date": days.end,
        "granularity": granularity,
        "show_cost_as": show_cost_as,
        "credits": credits,
        "total_period_cost": round(sum(row["cost"] for row in table), 4) if has_costs(provider) else None,
        **paging.cut(sorted_rows(table, sort_by, sort_order, sort_by_date)),
        "totals_by_date": course(overall),
    })


def breakdown_rows(provider: str, days: Range, filters: Filters, groups: list[str], granularity: str,
                   expression: str) -> list[dict[str, Any]]:
    key = filters.values["tag_key"][0] if "tag" in groups else None
    columns = [(TAGS.get(key, "null") if group == "tag" else group) for group in groups] or ["''"]
    where, args = filters.where(*(["tag_key"] if key else []))
    length = 10 if granularity == "daily" else 7
    found: dict[tuple, dict[str, Any]] = {}
    names = ", ".join(f"{column} g{n}" for n, column in enumerate(columns))
    grouped = ", ".join(f"g{n}" for n in range(len(columns)))
    for start, end, current in ((days.start, days.end, True), (*days.before, False)):
        for row in rows(
            f"select {names}, substr(day, 1, {length}) step, sum({expression}) cost from costs where provider = ?"
            f" and day between ? and ? and {where} group by {grouped}, step", provider, start.isoformat(),
            end.isoformat(), *args,
        ):
            entry = found.setdefault(tuple(row)[: len(columns)], {"steps": {}, "before": 0})
            if current:
                entry["steps"][row["step"]] = row["cost"]
            else:
                entry["before"] += row["cost"]
    reaches = rows("select min(day) first from costs where provider = ?", provider)[0]["first"]
    known = reaches is not None and days.before[0].isoformat() >= reaches
    steps = days.steps(granularity)
    return [
        breakdown_row(dict(zip(groups, group)), key, entry, steps, known)
        for group, entry in found.items()
        if entry["steps"]
    ]


def breakdown_row(group: dict[str, Any], key: str | None, entry: dict[str, Any], steps: list[str],
                  known: bool) -> dict[str, Any]:
    spent = usd(sum(entry["steps"].values()))
    before = usd(entry["before"]) if known else None
    return {
        "service": group.get("service"),
        "account_id": group.get("account_id"),
        "account_name": ACCOUNTS.get(group.get("account_id")),
        "region": group.get("region"),
        "tag_key": key,
        "tag_value": group.get("tag"),
        "virtual_tag_key": None,
        "virtual_tag_value": None,
        "cost": spent,
        "previous_cost": before,
        "change_percentage": change(spent, before),
        "spendings_by_date": course({step: entry["steps"].get(step, 0) / UNIT for step in steps}),
    }


def course(values: dict[str, float]) -> list[dict[str, Any]]:
    before, entries = None, []
    for step, value in values.items():
        entries.append({"date": step, "value": value, "change_percentage": change(value, before)})
        before = value
    return entries


def sorted_rows(table: list[dict[str, Any]], column: str, order: str, on_date: str | None) -> list[dict[str, Any]]:
    def on(row: dict[str, Any]) -> Any:
        if on_date:
            return next((entry["value"] for entry in row["spendings_by_date"] if entry["date"] == on_date), 0)
        return row[column]

    names = ("service", "account_id", "region", "tag_value")
    table = sorted(table, key=lambda row: [row[name] or "" for name in names])
    filled = [row for row in table if on(row) is not None]
    return sorted(filled, key=on, reverse=order == "desc") + [row for row in table if on(row) is None]


OPTIONS = {"service": "services", "account_id": "accounts", "region": "regions", "tag_key": "tag_keys",
           "tag_value": "tag_values"}


@router.get("/providers/{provider_id}/costs/filter-options")
async def filter_options(
    provider: Provider,
    days: Annotated[Range, Depends()],
    filters: Annotated[Filters, Depends()],
    dimension: Literal["service", "account_id", "region", "tag_key", "tag_value"] | None = None,
):
    lists = {}
    for name in [dimension] if dimension else OPTIONS:
        where, args = filters.where(name)
        lists[OPTIONS[name]] = options_of(name, provider, days, filters, where, args)
    if dimension is None:
        lists["virtual_tag_keys"] = [{"id": key["id"], "name": key["name"]} for key in tag_keys.of_provider(provider)]
    return ok({"provider_id": provider, **lists})


def options_of(name: str, provider: str, days: Range, filters: Filters, where: str, args: list[str]) -> list[str]:
    scope = f"from costs where provider = ? and day between ? and ? and {where}"
    bound = (provider, days.start.isoformat(), days.end.isoformat(), *args)
    if name == "tag_key":
        return [key for key, column in sorted(TAGS.items())
                if rows(f"select 1 {scope} and {column} is not null limit 1", *bound)]
    columns = [name]
    if name == "tag_value":
        columns = [TAGS[key] for key in filters.values["tag_key"] or TAGS if key in TAGS]
    return sorted({row["value"] for column in columns
                   for row in rows(f"select distinct {column} value {scope}", *bound) if row["value"] is not None})


@router.get("/providers/{provider_id}/costs/invoices", response_model=Envelope[InvoiceMonths])
async def invoices(provider: Provider, months: Annotated[int, Query(ge=1, le=24)] = 12, credits: Credits = "after"):
    issued = [month_start(today(), back) for back in range(1, months + 1)] if provider == "provider_b" else []
    return ok({
        "items": [invoice_month(provider, month, credits) for month in issued],
        "includes_billing_account_charges": True,
        "credits": credits,
    })


def invoice_month(provider: str, month: date, credits: str) -> dict[str, Any]:
    def booked(condition: str) -> float:
        return total(amount("unblended", credits), f"provider = ? and substr(day, 1, 7) = ? and {condition}", provider,
                     f"{month:%Y-%m}")

    charged = {name: booked(f"charge_type = '{name}'") for name in ("tax", "adjustment", "rounding_error")}
    regular = booked("charge_type not in ('tax', 'adjustment', 'rounding_error')")
    return {
        "invoice_month": f"{month:%Y%m}",
        "total": usd(regular + sum(charged.values())),
        "by_cost_type": {"regular": usd(regular), **{name: usd(value) for name, value in charged.items()}},
        "marketplace_total": usd(booked("service = 'marketplace'")),
    }
