from datetime import date, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

import advice
from common import ApiError, Envelope, change, days_between, month_end, month_start, ok, today
from ledger import PROVIDERS, rows, total, usd

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
