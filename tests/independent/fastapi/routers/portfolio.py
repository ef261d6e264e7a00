from datetime import timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends

import measures
from common import Paging, month_start, now, ok, pct, today
from ledger import ACCOUNTS, COMMITMENTS, MEASURED, Commitment, monthly, rows, total, window
from measures import covered, fee_monthly, label, running, uncovered, unused_monthly, use_of, utilization_pct
from routers.commitments import CommitmentType, Found, row_of
from routers.rates import instrument_coverage

router = APIRouter(prefix="/api/v1/commitments", tags=["commitments"])


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
