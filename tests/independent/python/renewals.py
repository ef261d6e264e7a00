"""Renewal plans, options and quotes."""

from aggregates import RAISED, UNPRICED, end_at, find, hourly, seconds_until, usage, worth
from ledger import PLAN_RATE, usd
from query import HttpError

# Available terms: months, payment option, upfront share, and cents per dollar of the public price.
RESERVATION_TERMS = [
    (12, "no_upfront", 0, 60),
    (12, "all_upfront", 1, 56),
    (36, "no_upfront", 0, 48),
    (36, "partial_upfront", 0.5, 45),
    (36, "all_upfront", 1, 42),
]
PLAN_TERMS = [(12, "no_upfront", 0, PLAN_RATE), (12, "all_upfront", 1, 67), (36, "no_upfront", 0, 60)]


def renewal_plan(ledger, query, now, id):
    one = find(ledger, id)
    figures = worth(ledger, one)
    entries, used, bought = usage(ledger, one)
    scale = usd if one.kind == "savings_plan" else (lambda units: units)
    needed = scale(round(used / 720)) if entries else None
    return {
        "commitment_id": id,
        "service": one.service,
        "holder_account_id": one.account,
        "end_at": end_at(one),
        "end_at_assumed": False,
        "buy_after_utc": end_at(one),
        "expires_in_seconds": seconds_until(one.end, now),
        "renewal_window_days": 60,
        "units_held": scale(one.units),
        "units_consumed": needed,
        "units_recommended": scale(one.units) if needed is None else needed,
        "resource_recommended": one.resource,
        "quantity_recommended": scale(one.units) if needed is None else needed,
        "sizing_basis": "commitment_usage" if entries else None,
        "decision": "renew" if entries else None,
        "protects_monthly": figures["protects_monthly"],
        "rightsizing_monthly": figures["rightsizing_monthly"],
        "pending_changes": [],
        "blocking_changes": [],
        "exchangeable": None,
        "cancellable": False,
    }


def renewal_options(ledger, query, now, id):
    one = find(ledger, id)
    wanted = query.quantity("quantity")
    plan = one.kind == "savings_plan"
    if wanted is not None and not plan and wanted != wanted.to_integral_value():
        raise HttpError(422, "quantity of a reservation must be an integer")
    terms = PLAN_TERMS if plan else RESERVATION_TERMS
    own = next(term for term in terms if term[:2] == (one.months, "no_upfront"))
    held = usd(one.units) if plan else one.units
    entries, used, _ = usage(ledger, one)
    demand = (usd(used) if plan else used) / 720 if entries else None
    # The on-demand cost of one unit: a dollar of a plan covers more than a dollar of the public price.
    on_demand = (1 if plan else usd(one.rate)) * 100 / own[3]
    if wanted is not None:
        quantities = [float(wanted) if plan else int(wanted)]
    else:
        quantities = sorted(
            {max(round(held * share, 5 if plan else None), 1) for share in (0.5, 1, 1.5)} | {held}
        )

    def option(months, payment, share, price, quantity):
        hours = months * 730
        reach = own[3] / price if plan else 1
        hourly = quantity if plan else quantity * on_demand * price / 100
        term = hourly * hours
        idle = None if demand is None else max(quantity * reach - demand, 0)
        spill = None if demand is None else max(demand - quantity * reach, 0)
        spilled = None if spill is None else spill * on_demand * hours
        whole = term + (spilled or 0)
        return {
            "offering_id": f"{one.service}-{months}-{payment}",
            "resource": one.resource,
            "term_months": months,
            "payment_option": payment,
            "offering_class": None,
            "reservation_scope": None,
            "currency": "USD",
            "upfront": term * share,
            "recurring_hourly": hourly * (1 - share),
            "quantity": quantity,
            "held_units_equivalent": quantity * reach,
            "term_total": term,
            "idle_units": idle,
            "spill_units": spill,
            "spill_cost": spilled,
            "all_in": whole,
            "per_year": whole / hours * 8760,
            "recommended": False,
            "quota_blocked": False,
        }

    if id == UNPRICED:
        terms = [term for term in terms if term is not own]
    options = [option(*term, quantity) for term in terms for quantity in quantities]
    contract = option(*own, quantities[0] if wanted is not None else held)
    if id == UNPRICED:
        unpriced = (
            "offering_id",
            "currency",
            "upfront",
            "recurring_hourly",
            "term_total",
            "all_in",
            "per_year",
        )
        contract = {**contract, **dict.fromkeys(unpriced)}
    options = [row for row in options if row != contract]
    priced = [row for row in [contract, *options] if row["per_year"] is not None]
    min(priced, key=lambda row: (row["per_year"], row["upfront"], row["term_months"]))["recommended"] = True
    return {
        "commitment_id": id,
        "sizing_basis": None if demand is None else "commitment_usage",
        "decision": None if demand is None else "renew",
        "quoted_at": now.isoformat(),
        "held_quantity": held,
        "held_resource": one.resource,
        "held_quantity_as_bought": held,
        "classes": [],
        "contract": contract,
        "options": options,
        "quantity_step": 0.00001 if plan else 1,
        "demand": None,
        "quota": None,
        "size_mix": [],
    }


def renewal_quote(ledger, query, now, id):
    one = find(ledger, id)
    plan = one.kind == "savings_plan"
    failed = id == UNPRICED
    hours = one.months * 730
    each = usd(hourly(one))
    return {
        "commitment_id": id,
        "offering_id": None if failed else f"{one.service}-{one.months}-no_upfront",
        "term_months": one.months,
        "payment_option": "no_upfront",
        "qty": None if plan else one.units,
        "currency": None if failed else "USD",
        "fixed_price": None if failed or plan else 0,
        "recurring_hourly": None if failed or plan else usd(one.rate),
        "usage_hourly": None if failed or plan else 0,
        "upfront": None if failed or not plan else 0,
        "commitment_hourly": None if failed or not plan else each,
        "error_message": "These terms are no longer sold" if failed else None,
        "quoted_at": now.isoformat(),
        "term": None
        if failed
        else {
            "currency": "USD",
            "term_hours": hours,
            "upfront_total": 0,
            "recurring_hourly_total": each,
            "term_total": round(each * hours, 6),
        },
    }


def renewal(ledger, query, id):
    find(ledger, id)
    if id not in RAISED:
        raise HttpError(404, "Renewal not found")
    bought = find(ledger, RAISED[id])
    return {
        "commitment_id": id,
        "recommendation_id": f"renewal/{id}",
        "created_by": None,
        "created_at": None,
        "created": True,
        "rebound": False,
        "rebindable": False,
        "offering_id": f"{bought.service}-{bought.months}-no_upfront",
        "quantity": bought.units,
        "blocking_changes": [],
    }
