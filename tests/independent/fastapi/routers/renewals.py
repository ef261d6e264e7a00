from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query

from common import ApiError, now, ok
from ledger import COMMITMENTS, Commitment
from measures import unused_monthly, use_of
from routers.commitments import Found
from routers.portfolio import protects

router = APIRouter(prefix="/api/v1/commitments", tags=["renewals"])

TERMS = ((12, 0.0, 1.0), (12, 1.0, 0.95), (36, 0.0, 0.8))  # months, share paid upfront, price against today's
PENDING_CHANGE = {
    "recommendation_id": "rec-a-02",
    "service": "compute",
    "account": "100000000001",
    "monthly_savings": 64.0,
    "status": "pending",
}


def pending_changes(item: Commitment) -> list[dict[str, Any]]:
    return [PENDING_CHANGE] if item is COMMITMENTS[0] else []


def demand_of(item: Commitment) -> float | None:
    """Units that were used in an average hour of the window."""
    used, purchased = use_of(item)
    return round(item.units * used / purchased, 5) if purchased and item.running else None


@router.get("/renewal-plan/{commitment_id:path}")
async def renewal_plan(item: Found):
    demand = demand_of(item)
    recommended = item.units if demand is None else demand if item.in_dollars else -(-demand // 1)
    return ok({
        "commitment_id": item.id,
        "service": item.service,
        "holder_account_id": item.account,
        "end_at": item.end_at,
        "end_at_assumed": False,
        "buy_after_utc": item.end_at,
        "expires_in_seconds": int((item.end_at - now()).total_seconds()),
        "renewal_window_days": 60,
        "units_held": item.units,
        "units_consumed": demand,
        "units_recommended": recommended,
        "resource_recommended": item.resource,
        "quantity_recommended": recommended,
        "sizing_basis": None if demand is None else "commitment_usage",
        "decision": None if demand is None else "renew" if protects(item, "net") > 0 else "let_expire",
        "protects_monthly": None if demand is None else protects(item, "net"),
        "rightsizing_monthly": unused_monthly(item, "net"),
        "pending_changes": pending_changes(item),
        "blocking_changes": [],
        "exchangeable": False,
        "cancellable": False,
    })


def offering_id(item: Commitment, months: int, upfront: float) -> str:
    return f"offering-{item.service}-{months}-{'all-upfront' if upfront else 'no-upfront'}"


def option(item: Commitment, months: int, upfront: float, price: float, quantity: float) -> dict[str, Any]:
    hourly, hours, demand = quantity * item.hourly * price / 10_000, months * 730, demand_of(item)
    spill = None if demand is None else max(demand - quantity, 0)
    spill_cost = None if spill is None else spill * item.on_demand / 10_000 * hours
    term = hourly * hours
    return {
        "offering_id": offering_id(item, months, upfront),
        "resource": item.resource,
        "term_months": months,
        "payment_option": "all_upfront" if upfront == 1 else "partial_upfront" if upfront else "no_upfront",
        "offering_class": "standard" if item.resource else None,
        "reservation_scope": "region" if item.resource else None,
        "currency": "USD",
        "upfront": round(term * upfront, 4),
        "recurring_hourly": round(hourly * (1 - upfront), 6),
        "quantity": quantity,
        "held_units_equivalent": quantity,
        "term_total": round(term, 4),
        "idle_units": None if demand is None else round(max(quantity - demand, 0), 5),
        "spill_units": None if spill is None else round(spill, 5),
        "spill_cost": None if spill_cost is None else round(spill_cost, 4),
        "all_in": round(term + (spill_cost or 0), 4),
        "per_year": round((term + (spill_cost or 0)) / hours * 8760, 4),
        "recommended": False,
        "quota_blocked": False,
    }


@router.get("/renewal-options/{commitment_id:path}")
async def renewal_options(
    item: Found, quantity: Annotated[float | None, Query(gt=0, le=1_000_000_000, allow_inf_nan=False)] = None
):
    if quantity is not None and not item.in_dollars and quantity != int(quantity):
        raise ApiError(422, "A reservation is sold in whole units.", {"field": "quantity"})
    held = (item.term_months, item.upfront_share, 1.0)
    around = sorted({max(item.units + step, 1) for step in (-2, -1, 0, 1, 2)})
    quantities = [quantity] if quantity is not None else around
    contract = option(item, *held, quantities[0] if quantity is not None else item.units)
    options = [
        option(item, *term, amount)
        for term in TERMS
        for amount in quantities
        if (*term[:2], amount) != (*held[:2], contract["quantity"])
    ]
    best = min([contract, *options], key=lambda row: (row["per_year"], row["upfront"], row["term_months"]))
    best["recommended"] = True
    return ok({
        "commitment_id": item.id,
        "sizing_basis": None if demand_of(item) is None else "commitment_usage",
        "decision": None if demand_of(item) is None else "renew" if protects(item, "net") > 0 else "let_expire",
        "quoted_at": now(),
        "held_quantity": item.units,
        "held_resource": item.resource,
        "held_quantity_as_bought": item.units,
        "classes": classes_of(item),
        "contract": contract,
        "options": options,
        "quantity_step": 0.00001 if item.in_dollars else 1,
        "demand": None,
        "quota": None,
        "size_mix": [],
    })


def classes_of(item: Commitment) -> list[dict[str, Any]]:
    if item.resource is None:
        return []
    offered = [
        {"offering_id": offering_id(item, months, upfront), "term_months": months,
         "payment_option": "all_upfront" if upfront else "no_upfront"}
        for months, upfront, _ in TERMS
    ]
    return [{"resource": item.resource, "held_units_per_one": 1, "recommended": True, "offered": offered}]


@router.get("/renewal-quote/{commitment_id:path}")
async def renewal_quote(item: Found):
    priced, plan = item.unpriced is None, item.in_dollars
    hours = item.term_months * 730
    hourly = item.hourly * (1 - item.upfront_share) / 10_000
    upfront = item.hourly * item.upfront_share * hours / 10_000
    term = {
        "currency": "USD",
        "term_hours": hours,
        "upfront_total": round(upfront * item.units, 4),
        "recurring_hourly_total": round(hourly * item.units, 6),
        "term_total": round(item.units * item.hourly / 10_000 * hours, 4),
    }
    return ok({
        "commitment_id": item.id,
        "offering_id": offering_id(item, item.term_months, item.upfront_share) if priced else None,
        "term_months": item.term_months,
        "payment_option": item.payment_option,
        "qty": None if plan else item.units,
        "currency": "USD" if priced else None,
        "fixed_price": upfront if priced and not plan else None,
        "recurring_hourly": hourly if priced and not plan else None,
        "usage_hourly": 0 if priced and not plan else None,
        "upfront": upfront * item.units if priced and plan else None,
        "commitment_hourly": item.units * item.hourly / 10_000 if priced and plan else None,
        "error_message": item.unpriced,
        "quoted_at": now(),
        "term": term if priced else None,
    })


@router.get("/renewal/{commitment_id:path}")
async def renewal(item: Found):
    if item is not COMMITMENTS[0]:
        raise ApiError(404, "No renewal has been raised for this commitment.")
    return ok({
        "commitment_id": item.id,
        "recommendation_id": f"renewal-{item.id}",
        "created_by": "maria@company.example",
        "created_at": item.end_at - timedelta(days=23),
        "created": False,
        "rebound": False,
        "rebindable": True,
        "offering_id": offering_id(item, 12, 0),
        "quantity": item.units,
        "blocking_changes": [],
    })
