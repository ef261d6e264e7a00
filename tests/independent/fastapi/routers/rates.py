from datetime import date, timedelta
from typing import Any, Literal

from fastapi import APIRouter

import measures
from common import ApiError, Envelope, days_between, month_start, ok, pct, today
from ledger import ACCOUNTS, COMMITMENTS, MEASURED, Commitment, monthly, rows, total, usd, window
from measures import coverage, covered, label, uncovered
from routers.commitments import EffectiveSavingsRate, Period

router = APIRouter(prefix="/api/v1/commitments", tags=["commitments"])


@router.get("/utilization")
async def utilization(
    type: Literal["ri", "sp"] = "ri",
    start: date | None = None,
    end: date | None = None,
    granularity: Literal["daily", "monthly"] = "daily",
    provider: str = "provider_a",
):
    end = end or today() - timedelta(days=1)
    start = start or end - timedelta(days=29)
    if start > end:
        raise ApiError(422, "'start' is after 'end'.", {"field": "start"})
    held = [item for item in COMMITMENTS if (item.provider, item.instrument) == (provider, type)]
    services = []
    for service in sorted({item.service for item in held}):
        entry = service_utilization(service, type, [item for item in held if item.service == service],
                                    start, end, granularity)
        if entry["purchased_hours"]:
            services.append(entry)
    return ok({"provider": provider, "instrument": type, "granularity": granularity, "start": start, "end": end,
               "services": services})


def service_utilization(service: str, instrument: str, held: list[Commitment], start: date, end: date,
                        granularity: str) -> dict[str, Any]:
    steps: dict[str, list[float]] = {}
    marks = ", ".join("?" * len(held))
    for row in rows(f"select day, sum(used) used, sum(purchased) purchased from costs where commitment_id in ({marks})"
                    " and day between ? and ? group by day order by day", *(item.id for item in held),
                    start.isoformat(), end.isoformat()):
        key = row["day"] if granularity == "daily" else row["day"][:7] + "-01"
        step = steps.setdefault(key, [0, 0])
        step[0] += row["used"]
        step[1] += row["purchased"]
    used, purchased = (round(sum(step[n] for step in steps.values()), 4) for n in (0, 1))
    now_running = [item for item in held if item.running and item.start <= end]
    hourly = sum(item.units * item.hourly for item in now_running) / 10_000
    plans = instrument == "sp"
    return {
        "service": service,
        "service_label": label(service),
        "size_unit": "usd_per_hour" if plans else {"compute": "vcpu"}.get(service, "node"),
        "used_hours": used,
        "purchased_hours": purchased,
        "utilization_pct": pct(used, purchased),
        "dimensions": [],
        "committed_monthly_usd": hourly * 730 if now_running else None,
        "committed_hourly_usd": hourly if now_running else None,
        "contracted_hourly_usd": hourly if now_running and plans else None,
        "applied_to": [{"service": service, "hourly_usd": round(used / (24 * len(days_between(start, end))), 4)}]
        if plans else [],
        "days": [utilization_step(day, *step, plans) for day, step in steps.items()],
    }


def utilization_step(day: str, used: float, purchased: float, plans: bool) -> dict[str, Any]:
    capacity = (pct(used, purchased), round(used, 4), round(purchased, 4))
    nothing = (None, None, None)
    filled = dict(zip(("capacity_pct", "capacity_used", "capacity_total"), nothing if plans else capacity))
    dollars = ("commitment_pct", "commitment_used_usd", "commitment_total_usd")
    return {"date": day, **filled, **dict(zip(dollars, capacity if plans else nothing)), "coverage_pct": None}


@router.get("/coverage-rates")
async def coverage_rates(provider: str = "provider_a"):
    if provider not in MEASURED:
        nothing = {"covered_monthly": None, "on_demand_monthly": None, "coverage_pct": None}
        return ok({"provider": provider, "measured": False, "measured_from": None, "measured_to": None,
                   "totals": nothing, "services": [], "accounts": []})
    first, last = window()
    services = [
        {
            "service": service,
            "service_label": label(service),
            **coverage("provider = ? and service = ?", provider, service),
            "instruments": [instrument_coverage(provider, service, name) for name in ("ri", "sp")]
            if provider == "provider_a" else [],
            "measured_on": last,
        }
        for service in measures.services_of(provider)
    ]
    accounts = [
        {"account_id": account, "account_name": ACCOUNTS[account],
         **coverage("provider = ? and account_id = ?", provider, account)}
        for account in accounts_of(provider)
    ]
    accounts = [row for row in accounts if row["coverage_pct"] is not None]
    return ok({"provider": provider, "measured": True, "measured_from": first, "measured_to": last,
               "totals": coverage("provider = ?", provider), "services": services, "accounts": accounts})


def instrument_coverage(provider: str, service: str, instrument: str) -> dict[str, Any]:
    where = "provider = ? and service = ?"
    spend = sum(covered("commitment_id = ?", item.id) for item in COMMITMENTS
                if (item.provider, item.service, item.instrument) == (provider, service, instrument))
    base = covered(where, provider, service) + uncovered(where, provider, service)
    return {"instrument": instrument, "covered_monthly": monthly(spend), "coverage_pct": pct(spend, base)}


@router.get("/esr", response_model=Envelope[EffectiveSavingsRate])
async def effective_savings_rate(scope: Literal["eligible", "all"] = "eligible", period: Period = None):
    period = period or f"{month_start(today(), 1):%Y-%m}"
    in_scope = "substr(day, 1, 7) = ?" + (" and eligible = 1" if scope == "eligible" else "")
    accounts = []
    for row in rows(f"select account_id, sum(list) size from costs where {in_scope} group by account_id"
                    " order by size desc", period):
        rate = measures.savings_rate(period, scope, "account_id = ?", row["account_id"])
        accounts.append({"account_id": row["account_id"], "account_name": ACCOUNTS[row["account_id"]], **rate})
    totals = measures.savings_rate(period, scope)
    unmeasured = usd(total("unblended", f"{in_scope} and provider not in ('provider_a', 'provider_b')", period))
    measured = totals["on_demand_equivalent"] or 0
    share = pct(measured, measured + unmeasured) or 0
    return ok({"period": period, "scope": scope, "measured_share_pct": share, "totals": totals, "accounts": accounts})


def accounts_of(provider: str) -> list[str]:
    found = rows("select distinct account_id from costs where provider = ? order by account_id", provider)
    return [row["account_id"] for row in found]
