"""Lists and details of commitments, and their savings."""

from datetime import timedelta

from coverage import advised
from aggregates import (
    INSTRUMENTS,
    OURS,
    RAISED,
    STATES,
    consumers,
    covered,
    daily,
    eligible,
    end_at,
    find,
    grouped,
    hourly,
    last_month,
    month_entries,
    row,
    running,
    seconds_until,
    status,
    total,
    uncovered,
    usage,
    worth,
)
from ledger import (
    ACCOUNTS,
    SERVICES,
    month_start,
    monthly,
    pct,
    usd,
)
from query import HttpError


def list_commitments(ledger, query):
    kind = query.choice("kind", [*INSTRUMENTS.values(), "committed_use_discount", "spend_commitment"])
    provider, wanted = query.text("provider"), query.text("status")
    rows = [
        row(ledger, one)
        for one in ledger.commitments
        if kind in (None, one.kind) and provider in (None, OURS) and wanted in (None, status(ledger, one))
    ]
    return query.page(rows)


def rates(entries):
    listed, effective, contracted = (total(entries, field) for field in ("list", "effective", "contracted"))
    return {
        "measured": True,
        "on_demand_equivalent": usd(listed),
        "effective_cost": usd(effective),
        "commitment_saved": usd(contracted - effective),
        "negotiated_saved": usd(listed - contracted),
        "total_saved": usd(listed - effective),
        "commitment_rate_pct": pct(contracted - effective, listed),
        "negotiated_rate_pct": pct(listed - contracted, listed),
        "total_rate_pct": pct(listed - effective, listed),
    }


def esr(ledger, query):
    scope = query.choice("scope", ["eligible", "all"], "eligible")
    period = query.month("period") or last_month(ledger)
    entries = month_entries(ledger, period)
    if scope == "eligible":
        entries = eligible(entries)
    if not entries:
        unknown = dict.fromkeys(rates([]))
        return {
            "period": period,
            "scope": scope,
            "measured_share_pct": 0,
            "totals": {**unknown, "measured": False},
            "accounts": [],
        }
    accounts = [
        {**rates(own), "account_id": account, "account_name": ACCOUNTS[account]}
        for (account,), own in grouped(entries, "account").items()
    ]
    return {
        "period": period,
        "scope": scope,
        "measured_share_pct": 100,
        "totals": rates(entries),
        "accounts": sorted(accounts, key=lambda account: -account["on_demand_equivalent"]),
    }


def overview(ledger, query):
    type = query.choice("commitment_type", ["all", "ri", "sp"], "all")
    other_provider = query.text("provider", OURS) != OURS
    ones = [] if other_provider else running(ledger, type)
    ids = {one.id for one in ones}
    month = [] if other_provider else month_entries(ledger, last_month(ledger))
    recent = eligible([] if other_provider else ledger.recent())

    def saved(entries):
        own = [entry for entry in entries if entry.commitment in ids]
        return total(own) - total(own, "effective")

    def saving_rate(entries):
        return pct(saved(entries), total(eligible(entries), "list")) or 0

    advice = [] if other_provider else advised(ledger, type)
    wasted = {
        one.id: monthly(total([e for e in recent if e.commitment == one.id and not e.list], "effective"))
        for one in ones
    }
    by_account = grouped(month, "account")
    return {
        "global_esr": saving_rate(month),
        "total_committed_monthly": usd(sum(hourly(one) * 730 for one in ones)),
        "total_cloud_spend_monthly": usd(total(month, "effective")),
        "coverage_pct": pct(
            total([entry for entry in covered(recent) if entry.commitment in ids]), total(recent)
        )
        or 0,
        "coverage_delta_pp": 0 if other_provider else None,
        "estimated_waste_monthly": usd(sum(wasted.values())),
        "waste_commitment_count": sum(1 for waste in wasted.values() if waste),
        "potential_additional_savings_monthly": usd(sum(one["saves"] for one in advice)),
        "commitment_count": len(ones),
        "expiring_count": sum(1 for one in ones if status(ledger, one) == "expiring"),
        "accounts": [
            {
                "account_id": account,
                "account_name": ACCOUNTS[account],
                "monthly_spend": usd(total(by_account[(account,)], "effective")),
                "esr_pct": saving_rate(by_account[(account,)]),
                "monthly_saved": usd(saved(by_account[(account,)])),
                "could_save_additional": usd(
                    sum(one["saves"] for one in advice if one["account"] == account)
                ),
            }
            for account in (
                []
                if other_provider
                else sorted(ACCOUNTS, key=lambda account: -total(by_account[(account,)], "effective"))
            )
        ],
    }


def inventory(ledger, query):
    instrument = query.choice("instrument", list(INSTRUMENTS))
    if instrument is None:
        raise HttpError(422, "instrument is required: ri or sp")
    state, service = query.choice("state", STATES), query.text("service")
    provider = query.text("provider", OURS)
    rows = [
        inventory_row(ledger, one)
        for one in ledger.commitments
        if provider == OURS
        and one.kind == INSTRUMENTS[instrument]
        and state in (None, one.state)
        and service in (None, one.service if instrument == "ri" else "compute")
    ]
    return {
        "provider": provider,
        "instrument": instrument,
        "rows": rows,
        "swept_at": ledger.today.isoformat(),
    }


def inventory_row(ledger, one):
    entries, used, bought = usage(ledger, one)
    used_entries = covered(entries)
    fee = usd(hourly(one) * 730)
    on_demand = total(used_entries)
    common = {
        "kind": one.kind,
        "id": one.id,
        "account_id": one.account,
        "account_name": ACCOUNTS[one.account],
        "state": one.state,
        "payment_option": "no_upfront",
        "start": one.start.isoformat(),
        "end": one.end.isoformat(),
        "end_at": end_at(one),
        "end_is_derived": True,
        "term_months": one.months,
        "currency": "USD",
        "arn": None,
        "tags": None,
        "tag": None,
        "product_description": {"vm": "linux", "db": "postgres"}.get(one.service),
        "committed_monthly": fee,
        "saved_monthly": round(usd(monthly(on_demand)) - fee, 6) if entries else None,
        "unused_monthly": round(usd(monthly(total(entries, "effective") - total(used_entries, "effective"))), 6)
        if entries
        else None,
        "on_demand": {
            "currency": "USD",
            "measured_from": (ledger.today - timedelta(days=30)).isoformat(),
            "measured_to": ledger.last.isoformat(),
            "on_demand_cost": usd(on_demand),
            "covered_cost": usd(total(used_entries, "effective")),
            "unit_hours": used if one.kind == "reserved_instance" else None,
            "daily_on_demand_cost": usd(on_demand / 30),
        }
        if used_entries
        else None,
    }
    if one.kind == "savings_plan":
        return {
            **common,
            "product_description": None,
            "plan_type": "compute",
            "commitment_hourly": usd(one.units),
            "region": None,
            "instance_family": None,
            "product_types": ["vm"],
            "upfront": 0,
            "recurring_hourly": usd(one.units),
            "recurring_monthly": usd(one.units * 730),
            "returnable_until": None,
        }
    machine = one.service == "vm"
    return {
        **common,
        "service": one.service,
        "service_label": SERVICES[one.service],
        "resource": one.resource,
        "qty": one.units,
        "region": one.region,
        "fixed_price": 0,
        "recurring_hourly": usd(one.rate),
        "usage_hourly": None,
        "offering_class": "standard" if machine else None,
        "scope": "region" if machine else None,
        "availability_zone": None,
        "tenancy": "shared" if machine else None,
        "multi_az": False if one.service == "db" else None,
        "node_offering": "kv-node-fixed" if one.service == "kv" else None,
        "reservation_name": None,
    }


def portfolio(ledger, query, now):
    basis = query.choice("basis", ["net", "list"], "net")
    field = {"net": "contracted", "list": "list"}[basis]
    rows = []
    for one in sorted(running(ledger), key=lambda one: one.end):
        listed = row(ledger, one)
        entries, used, bought = usage(ledger, one)
        rows.append(
            {
                **worth(ledger, one, field),
                "id": one.id,
                "provider": OURS,
                "service": one.service,
                "service_label": SERVICES[one.service],
                "kind": one.kind,
                "holder_account_id": one.account,
                "holder_account_name": ACCOUNTS[one.account],
                "consumers": consumers(entries, one.kind, field),
                "organization_id": "o/1",
                "region": one.region,
                "applies_to": None,
                "unit_rate_hourly": usd(one.rate) if one.kind == "reserved_instance" else None,
                "expires_in_seconds": seconds_until(one.end, now),
                "utilization_pct": listed["current_utilization_pct"],
                "coverage_pct": listed["current_coverage_pct"],
                "saturated": used == bought,
                "predecessor_id": None,
                "status": listed["status"],
            }
        )

    def add(name):
        return round(sum(row[name] for row in rows), 6)

    return {
        "basis": basis,
        "totals": {
            "commitment_count": len(rows),
            "hourly_commitment_usd": add("hourly_commitment_usd"),
            "fee_monthly_list": add("fee_monthly_list"),
            "fee_monthly_net": add("fee_monthly_net"),
            "protects_monthly": add("protects_monthly"),
            "rightsizing_monthly": add("rightsizing_monthly"),
            "expiring_within_30d": sum(1 for row in rows if row["status"] == "expiring"),
            "organization_count": 1,
        },
        "rows": rows,
    }


def contracts(ledger, query):
    months = []
    for back, used in ((3, 810.5), (2, 1015), (1, 990.25)):
        metered = max(used - 900, 0)
        months.append(
            {
                "period": month_start(ledger.today, back).isoformat()[:7],
                "contract_usd": 900,
                "consumed_usd": used,
                "metered_usd": metered,
                "shortfall_usd": max(900 - used, 0),
                "billed_usd": 900 + metered,
            }
        )
    return [
        {
            "id": "agreement.1",
            "vendor": "A log store",
            "contract_monthly_usd": 900,
            "latest_metered_usd": months[-1]["metered_usd"],
            "overage_exceeds_floor": False,
            "months": months,
        }
    ]


def detail(ledger, query, id):
    one = find(ledger, id)
    entries, used, bought = usage(ledger, one)
    service = grouped([entry for entry in ledger.recent() if entry.service == one.service], "day")
    days = daily(entries)
    return {
        **row(ledger, one),
        **worth(ledger, one),
        "term_months": one.months,
        "payment_option": "no_upfront",
        "holder_account_id": one.account,
        "renewal_recommendation_id": f"renewal/{id}" if id in RAISED else None,
        "history": [],
        "is_commitable": True,
        "figures_source": "billing_export" if entries else None,
        "covered_spend_monthly": usd(monthly(total(covered(entries)))) if entries else None,
        "on_demand_monthly": usd(monthly(total(uncovered([e for part in service.values() for e in part]))))
        if entries
        else None,
        "utilization_history": [
            {
                "date": day.isoformat(),
                "utilization_pct": pct(used, bought),
                "purchased_hours": bought if one.resource else usd(bought),
                "used_hours": used if one.resource else usd(used),
                "unused_cost": usd(total(part, "effective") - total(covered(part), "effective")),
            }
            for day, used, bought, part in days
        ],
        "coverage_history": [
            {"date": day.isoformat(), "coverage_pct": pct(total(covered(part)), total(service[(day,)]))}
            for day, _, _, part in days
        ],
        "consumers": consumers(entries, one.kind),
        "recommendations": [],
    }
