from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query

import tag_keys
from common import ApiError, Envelope, Paging, change, month_start, ok, today
from ledger import ACCOUNTS, PROVIDERS, UNIT, rows, total, usd
from routers.costs import TAGS, Credits, Filters, Granularity, InvoiceMonths, Provider, Range, amount, cost, has_costs

router = APIRouter(prefix="/api/v1", tags=["costs"])


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
