from datetime import date, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

import measures
from common import ApiError, Envelope, Page, Paging, days_between, month_start, now, ok, pct, today
from ledger import ACCOUNTS, BY_ID, COMMITMENTS, MEASURED, Commitment, monthly, rows, total, usd, window
from measures import coverage, covered, fee_monthly, label, running, uncovered, unused_monthly, use_of, utilization_pct

router = APIRouter(prefix="/api/v1/commitments", tags=["commitments"])

Kind = Literal["reserved_instance", "savings_plan", "committed_use_discount", "spend_commitment"]
State = Literal["active", "queued", "queued-deleted", "payment-pending", "payment-failed", "retired"]
CommitmentType = Literal["all", "ri", "sp"]
Period = Annotated[str | None, Query(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")]


class CommitmentRow(BaseModel):
    id: str
    provider: str
    service: str
    service_label: str
    account_id: str
    account_name: str
    region: str
    kind: Kind
    start_date: date
    end_date: date
    status: str
    current_utilization_pct: float | None
    current_coverage_pct: float | None
    monthly_commitment_usd: float


class SavingsRate(BaseModel):
    measured: bool
    on_demand_equivalent: float | None
    effective_cost: float | None
    commitment_saved: float | None
    negotiated_saved: float | None
    total_saved: float | None
    commitment_rate_pct: float | None
    negotiated_rate_pct: float | None
    total_rate_pct: float | None


class AccountSavingsRate(SavingsRate):
    account_id: str
    account_name: str


class EffectiveSavingsRate(BaseModel):
    period: str
    scope: str
    measured_share_pct: float
    totals: SavingsRate
    accounts: list[AccountSavingsRate]


def row_of(item: Commitment) -> dict[str, Any]:
    return {
        "id": item.id,
        "provider": item.provider,
        "service": item.service,
        "service_label": label(item.service),
        "account_id": item.account,
        "account_name": ACCOUNTS[item.account],
        "region": item.region,
        "kind": item.kind,
        "start_date": item.start,
        "end_date": item.end,
        "status": item.status,
        "current_utilization_pct": utilization_pct(item),
        "current_coverage_pct": measures.coverage_pct(item),
        "monthly_commitment_usd": fee_monthly(item),
    }


def commitment(commitment_id: str) -> Commitment:
    if commitment_id not in BY_ID:
        raise ApiError(404, f"The commitment '{commitment_id}' does not exist.")
    return BY_ID[commitment_id]


Found = Annotated[Commitment, Depends(commitment)]


@router.get("", response_model=Envelope[Page[CommitmentRow]])
async def list_commitments(
    paging: Annotated[Paging, Depends()],
    provider: str | None = None,
    kind: Kind | None = None,
    status: str | None = None,
):
    found = [
        item
        for item in COMMITMENTS
        if provider in (None, item.provider) and kind in (None, item.kind) and status in (None, item.status)
    ]
    return ok(paging.cut([row_of(item) for item in found]))


@router.get("/overview")
async def overview(commitment_type: CommitmentType = "all", provider: str = "provider_a"):
    if provider != "provider_a":
        figures = dict.fromkeys(OVERVIEW_FIGURES, 0)
        return ok({**figures, "accounts": []})
    items = running(provider, commitment_type)
    period = f"{month_start(today(), 1):%Y-%m}"
    rate = measures.savings_rate(period, "eligible", "provider = ?", provider)
    ids = {item.id for item in items}
    accounts = [overview_account(account, period, ids) for account in accounts_of(provider)]
    saved = sum(account["monthly_saved"] for account in accounts)
    purchasable = [row for row in purchases() if commitment_type in ("all", row["instrument"])]
    for account in accounts:
        account["could_save_additional"] = round(
            sum(row["monthly_savings"] for row in purchasable if row["account_id"] == account["account_id"]), 4)
    figures = coverage_of(items)
    return ok({
        "global_esr": pct(saved, rate["on_demand_equivalent"]),
        "benchmark_esr": None,
        "total_committed_monthly": sum(fee_monthly(item) for item in items),
        "total_cloud_spend_monthly": sum(account["monthly_spend"] for account in accounts),
        "coverage_pct": figures,
        "coverage_delta_pp": None,
        "estimated_waste_monthly": sum(unused_monthly(item) or 0 for item in items),
        "waste_commitment_count": sum(1 for item in items if unused_monthly(item)),
        "potential_additional_savings_monthly": sum(account["could_save_additional"] for account in accounts),
        "commitment_count": len(items),
        "expiring_count": sum(1 for item in items if item.end - today() <= timedelta(days=30)),
        "accounts": sorted(accounts, key=lambda account: -account["monthly_spend"]),
    })


OVERVIEW_FIGURES = (
    "global_esr", "benchmark_esr", "total_committed_monthly", "total_cloud_spend_monthly", "coverage_pct",
    "coverage_delta_pp", "estimated_waste_monthly", "waste_commitment_count", "potential_additional_savings_monthly",
    "commitment_count", "expiring_count",
)


def accounts_of(provider: str) -> list[str]:
    found = rows("select distinct account_id from costs where provider = ? order by account_id", provider)
    return [row["account_id"] for row in found]


def coverage_of(items: list[Commitment]) -> float | None:
    spend = sum(covered("commitment_id = ?", item.id) for item in items)
    base = covered("provider = 'provider_a'") + uncovered("provider = 'provider_a'")
    return pct(spend, base)


def overview_account(account: str, period: str, ids: set[str]) -> dict[str, Any]:
    month = "substr(day, 1, 7) = ? and account_id = ?"
    marks = ", ".join("?" * len(ids))
    saved = total("net - net_amortized", f"{month} and commitment_id in ({marks})", period, account, *ids)
    equivalent = total("list", f"{month} and eligible = 1", period, account)
    return {
        "account_id": account,
        "account_name": ACCOUNTS[account],
        "monthly_spend": usd(total("unblended", month, period, account)),
        "esr_pct": pct(saved, equivalent),
        "monthly_saved": usd(saved),
    }


@router.get("/inventory")
async def inventory(
    instrument: Literal["ri", "sp"],
    service: str | None = None,
    state: State | None = None,
    provider: str = "provider_a",
):
    found = [
        inventory_row(item)
        for item in COMMITMENTS
        if (item.provider, item.instrument) == (provider, instrument)
        and service in (None, item.service)
        and state in (None, item.state)
    ]
    return ok({"provider": provider, "instrument": instrument, "rows": found})


def inventory_row(item: Commitment) -> dict[str, Any]:
    used, purchased = use_of(item)
    upfront = item.units * item.hourly * item.term_months * 730 * item.upfront_share / 10_000
    hourly = item.hourly * (1 - item.upfront_share) / 10_000
    covered_list = monthly(covered("commitment_id = ?", item.id, price="list"))
    row = {
        "id": item.id,
        "account_id": item.account,
        "account_name": ACCOUNTS[item.account],
        "kind": item.kind,
        "state": item.state,
        "payment_option": item.payment_option,
        "start": item.start,
        "end": item.end,
        "end_at": item.end_at,
        "end_is_derived": False,
        "term_months": item.term_months,
        "currency": "USD",
        "arn": item.id if item.kind == "savings_plan" else None,
        "tags": {},
        "tag": None,
        "product_description": None,
        "committed_monthly": fee_monthly(item),
        "saved_monthly": round(covered_list - fee_monthly(item), 4) if item.running else None,
        "unused_monthly": unused_monthly(item),
        "on_demand": on_demand_of(item) if item.running else None,
    }
    if item.instrument == "sp":
        return row | {
            "plan_type": item.service,
            "commitment_hourly": item.units * item.hourly / 10_000,
            "region": None,
            "instance_family": None,
            "product_types": [item.service],
            "upfront": upfront,
            "recurring_hourly": item.units * hourly,
            "recurring_monthly": item.units * hourly * 730,
            "returnable_until": None,
        }
    return row | {
        "service": item.service,
        "service_label": label(item.service),
        "resource": item.resource,
        "qty": item.units,
        "region": item.region,
        "fixed_price": upfront / item.units,
        "recurring_hourly": hourly,
        "usage_hourly": None,
        "offering_class": "standard" if item.service == "compute" else None,
        "scope": "region" if item.service == "compute" else None,
        "availability_zone": None,
        "tenancy": "shared" if item.service == "compute" else None,
        "multi_az": False if item.service == "database" else None,
        "node_offering": "standard-node" if item.service == "cache" else None,
        "reservation_name": None,
    }


def on_demand_of(item: Commitment) -> dict[str, Any]:
    first, last = window()
    cost = usd(covered("commitment_id = ?", item.id))
    charged = usd(total("net_amortized", "commitment_id = ? and charge_type = 'covered_usage' and day between ? and ?",
                        item.id, first, last))
    return {
        "currency": "USD",
        "measured_from": first,
        "measured_to": last,
        "on_demand_cost": cost,
        "covered_cost": charged,
        "unit_hours": None if item.in_dollars else use_of(item)[0],
        "daily_on_demand_cost": cost / 30,
    }


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


@router.get("/portfolio")
async def portfolio(basis: Literal["net", "list"] = "net", provider: str | None = None):
    items = sorted(running(provider), key=lambda item: item.end)
    found = [portfolio_row(item, basis) for item in items]

    def over_all(name: str) -> float:
        return round(sum(row[name] or 0 for row in found), 4)

    totals = {
        "commitment_count": len(found),
        **{name: over_all(name) for name in ("hourly_commitment_usd", "fee_monthly_list", "fee_monthly_net",
                                             "protects_monthly", "rightsizing_monthly")},
        "expiring_within_30d": sum(1 for item in items if item.end - today() <= timedelta(days=30)),
        "organization_count": len({row["organization_id"] for row in found}),
    }
    return ok({"basis": basis, "totals": totals, "rows": found})


def portfolio_row(item: Commitment, basis: str) -> dict[str, Any]:
    return {
        "id": item.id,
        "provider": item.provider,
        "service": item.service,
        "service_label": label(item.service),
        "kind": item.kind,
        "holder_account_id": item.account,
        "holder_account_name": ACCOUNTS[item.account],
        "consumers": measures.consumers(item, basis),
        "organization_id": f"organization-{item.provider[-1]}",
        "region": item.region,
        "applies_to": item.resource,
        **units_of(item),
        "hourly_commitment_usd": item.units * item.hourly / 10_000,
        "fee_monthly_list": fee_monthly(item),
        "fee_monthly_net": fee_monthly(item, "net"),
        "end_at": item.end_at,
        "expires_in_seconds": int((item.end_at - now()).total_seconds()),
        "utilization_pct": utilization_pct(item),
        "coverage_pct": measures.coverage_pct(item),
        "utilization_slope_pp_30d": slope(item),
        "saturated": utilization_pct(item) == 100,
        "protects_monthly": protects(item, basis),
        "rightsizing_monthly": unused_monthly(item, basis),
        "exchangeable": False,
        "cancellable": False,
        "predecessor_id": None,
        "status": item.status,
    }


def units_of(item: Commitment) -> dict[str, Any]:
    if item.in_dollars:
        return {"unit_count": None, "unit_rate_hourly": None}
    return {"unit_count": item.units, "unit_rate_hourly": item.hourly / 10_000}


def protects(item: Commitment, basis: str) -> float:
    return round(monthly(covered("commitment_id = ?", item.id, price=basis)) - fee_monthly(item, basis), 4)


def history(item: Commitment) -> list[dict[str, Any]]:
    found = rows("select day, sum(used) used, sum(purchased) purchased from costs where commitment_id = ?"
                 " and day between ? and ? group by day order by day", item.id, *window())
    return [
        {
            "date": row["day"],
            "utilization_pct": pct(row["used"], row["purchased"]),
            "purchased_hours": row["purchased"],
            "used_hours": round(row["used"], 4),
            "unused_cost": round((row["purchased"] - row["used"]) * item.hourly * item.discount / 10_000, 4),
        }
        for row in found
    ]


def slope(item: Commitment) -> float | None:
    """The change in percentage points over 30 days, along the straight line through the daily rates."""
    values = [day["utilization_pct"] for day in history(item)]
    if len(values) < 7:
        return None
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    rise = sum((n - middle) * (value - mean) for n, value in enumerate(values))
    return round(rise / sum((n - middle) ** 2 for n in range(len(values))) * 30, 2)


@router.get("/by-service")
async def by_service(provider: str = "provider_a"):
    measured = provider in MEASURED
    services = sorted({item.service for item in COMMITMENTS if item.provider == provider})
    found = [
        {"service": service, "service_label": label(service),
         **{name: grid_cell(provider, service, name) for name in ("ri", "sp")}}
        for service in services
    ]
    return ok({"provider": provider, "measured": measured, "services": found})


def grid_cell(provider: str, service: str, instrument: str) -> dict[str, Any]:
    held = [item for item in COMMITMENTS
            if (item.provider, item.service, item.instrument) == (provider, service, instrument)]
    hours = [use_of(item) for item in held if item.running]
    unused = [unused_monthly(item, "net") for item in held if item.running]
    return {
        "utilization_pct": pct(sum(used for used, _ in hours), sum(bought for _, bought in hours)),
        "coverage_pct": instrument_coverage(provider, service, instrument)["coverage_pct"],
        "unused_monthly": round(sum(unused), 4) if unused else None,
        "uncovered_monthly": monthly(uncovered("provider = ? and service = ?", provider, service)),
        "commitment_count": len(held),
    }


@router.get("/uncovered")
async def uncovered_base():
    return ok(measures.uncovered_parts())


@router.get("/recommendations")
async def recommendations(commitment_type: CommitmentType = "all"):
    return ok([row for row in purchases() if commitment_type in ("all", row["instrument"])])


def purchases() -> list[dict[str, Any]]:
    """What to buy for each steady part of the uncovered base, sized on its hourly floor."""
    found = []
    for part in measures.uncovered_parts():
        if part["recommended_kind"] is None:
            continue
        plan = part["recommended_kind"] == "savings_plan"
        account = rows("select account_id from costs where provider = ? and service = ? and platform is ?"
                       " and charge_type = 'usage' limit 1", part["provider"], part["service"], part["platform"])
        hourly, on_demand = part["suggested_commitment_hourly"], round(part["on_demand_hourly_min"] * 730, 4)
        found.append({
            "id": f"purchase-{part['service']}-{part['platform'] or 'any'}".replace(" ", "-"),
            "kind": "buy_savings_plan" if plan else "buy_reserved_instance",
            "instrument": "sp" if plan else "ri",
            "title": f"Commit to {part['service_label']}",
            "detail": "The quietest hour of the last 30 days is sized at the floor of the on-demand spend.",
            "provider": part["provider"],
            "service": part["service"],
            "service_label": part["service_label"],
            "account_id": account[0]["account_id"],
            "region": "global" if plan else "region-1",
            "resource": None if plan else f"{part['service']}.large",
            "quantity": None if plan else 1,
            "hourly_commitment_usd": hourly,
            "term_months": 12,
            "payment_option": "no_upfront",
            "upfront_usd": 0,
            "on_demand_monthly": on_demand,
            "commitment_monthly": round(hourly * 730, 4),
            "monthly_savings": round(on_demand - hourly * 730, 4),
            "confidence": "high",
        })
    return sorted(found, key=lambda row: -row["monthly_savings"])


CONTRACTS = [("contract-cdn", "Edge Networks Ltd", 2000, (2350.5, 1800, 2600.25)),
             ("contract-logs", "Logbook Inc", 900, (870, 2100, 2250.75))]


@router.get("/contracts")
async def contracts():
    found = []
    for identifier, vendor, floor, consumed in CONTRACTS:
        months = [
            {
                "period": f"{month_start(today(), 3 - n):%Y-%m}",
                "contract_usd": floor,
                "consumed_usd": used,
                "metered_usd": max(used - floor, 0),
                "shortfall_usd": max(floor - used, 0),
                "billed_usd": max(used, floor),
            }
            for n, used in enumerate(consumed)
        ]
        latest = months[-1]["metered_usd"]
        found.append({"id": identifier, "vendor": vendor, "contract_monthly_usd": floor, "latest_metered_usd": latest,
                      "overage_exceeds_floor": latest > floor, "months": months})
    return ok(found)


@router.get("/coverage", deprecated=True)
async def coverage_by_commitment(paging: Annotated[Paging, Depends()], provider: str | None = None):
    found = [
        {
            "row_id": item.id,
            "provider": item.provider,
            "service": item.service,
            "service_label": label(item.service),
            "account_id": item.account,
            "account_name": ACCOUNTS[item.account],
            "usage_cost_monthly": monthly(covered("commitment_id = ?", item.id)),
            "coverage_pct": measures.coverage_pct(item),
            "committed_cost_monthly": fee_monthly(item),
            "utilization_pct": utilization_pct(item),
            "is_commitable": item.unpriced is None,
        }
        for item in running(provider)
    ]
    return ok(paging.cut(found))


@router.get("/detail/{commitment_id:path}")
async def detail(item: Found):
    used = item.running
    service = "provider = ? and service = ?", item.provider, item.service
    days = history(item) if used else []
    return ok({
        **row_of(item),
        "term_months": item.term_months,
        "payment_option": item.payment_option,
        "end_at": item.end_at,
        "holder_account_id": item.account,
        "unit_count": units_of(item)["unit_count"],
        "hourly_commitment_usd": item.units * item.hourly / 10_000,
        "fee_monthly_list": fee_monthly(item),
        "fee_monthly_net": fee_monthly(item, "net"),
        "exchangeable": False,
        "cancellable": False,
        "renewal_recommendation_id": f"renewal-{item.id}" if item.id == COMMITMENTS[0].id else None,
        "history": [],
        "is_commitable": item.unpriced is None,
        "figures_source": "billing_export" if used else None,
        "covered_spend_monthly": monthly(covered("commitment_id = ?", item.id)) if used else None,
        "on_demand_monthly": monthly(uncovered(*service)) if used else None,
        "utilization_slope_pp_30d": slope(item) if used else None,
        "protects_monthly": protects(item, "net") if used else None,
        "rightsizing_monthly": unused_monthly(item, "net"),
        "utilization_history": days,
        "coverage_history": [{"date": day["date"], "coverage_pct": day_coverage(item, day["date"])} for day in days],
        "consumers": measures.consumers(item) if used else [],
        "recommendations": [],
    })


def day_coverage(item: Commitment, day: str) -> float | None:
    spend = total("net", "commitment_id = ? and charge_type = 'covered_usage' and day = ?", item.id, day)
    base = total("net", "provider = ? and service = ? and eligible = 1 and charge_type in ('usage', 'covered_usage')"
                 " and day = ?", item.provider, item.service, day)
    return pct(spend, base)
