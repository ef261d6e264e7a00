"""Utilization, coverage, uncovered spend and purchase recommendations."""

from collections import defaultdict, namedtuple
from datetime import timedelta

from aggregates import (
    INSTRUMENTS,
    OURS,
    covered,
    eligible,
    grouped,
    hourly,
    row,
    running,
    total,
    uncovered,
    usage,
)
from ledger import (
    ACCOUNTS,
    SERVICES,
    SIZE_UNITS,
    monthly,
    pct,
    usd,
)


def utilization(ledger, query):
    instrument = query.choice("type", list(INSTRUMENTS), "ri")
    step = query.choice("granularity", ["daily", "monthly"], "daily")
    start, end = query.range(ledger.today - timedelta(days=30), ledger.last)
    plan = instrument == "sp"
    ids = {one.id: one for one in running(ledger, instrument)}
    window = ledger.days(start, end)
    services = []
    for (service,), entries in grouped(
        [entry for entry in window if entry.commitment in ids], "service"
    ).items():
        own = [one for one in ids.values() if one.service == service]
        whole = grouped([entry for entry in window if entry.service == service], "day")
        steps = defaultdict(list)
        for entry in entries:
            steps[entry.day.isoformat() if step == "daily" else entry.day.isoformat()[:7] + "-01"].append(
                entry
            )
        scale = usd if plan else (lambda units: units)
        used, bought = total(covered(entries), "units"), total(entries, "units")
        hours = 24 * len({entry.day for entry in entries})
        fee = sum(hourly(one) for one in own)
        services.append(
            {
                "service": "compute" if plan else service,
                "service_label": "Compute plans" if plan else SERVICES[service],
                "size_unit": "usd_per_hour" if plan else SIZE_UNITS[service],
                "used_hours": scale(used),
                "purchased_hours": scale(bought),
                "utilization_pct": pct(used, bought),
                "committed_monthly_usd": usd(fee * 730),
                "committed_hourly_usd": usd(fee),
                "contracted_hourly_usd": usd(fee) if plan else None,
                "applied_to": [{"service": service, "hourly_usd": round(usd(used) / hours, 6)}]
                if plan and used
                else [],
                "days": [
                    utilization_step(
                        name, part, plan, [e for day in {p.day for p in part} for e in whole[(day,)]]
                    )
                    for name, part in sorted(steps.items())
                ],
            }
        )
    return {
        "provider": OURS,
        "instrument": instrument,
        "granularity": step,
        "start": start.isoformat(),
        "end": end.isoformat(),
        "services": services,
    }


def utilization_step(name, part, plan, service):
    used, bought = total(covered(part), "units"), total(part, "units")
    return {
        "date": name,
        "capacity_pct": None if plan else pct(used, bought),
        "capacity_used": None if plan else used,
        "capacity_total": None if plan else bought,
        "commitment_pct": pct(used, bought) if plan else None,
        "commitment_used_usd": usd(used) if plan else None,
        "commitment_total_usd": usd(bought) if plan else None,
        "coverage_pct": pct(total(covered(part)), total(service)),
    }


def cover(entries):
    covered_cost, on_demand = monthly(total(covered(entries))), monthly(total(uncovered(entries)))
    return {
        "covered_monthly": usd(covered_cost),
        "on_demand_monthly": usd(on_demand),
        "coverage_pct": pct(covered_cost, covered_cost + on_demand),
    }


def coverage_rates(ledger, query):
    recent = eligible(ledger.recent())
    kinds = {one.id: one.kind for one in ledger.commitments}
    return {
        "provider": OURS,
        "measured": True,
        "measured_from": (ledger.today - timedelta(days=30)).isoformat(),
        "measured_to": ledger.last.isoformat(),
        "totals": cover(recent),
        "services": [
            {
                "service": service,
                "service_label": SERVICES[service],
                **cover(entries),
                "instruments": [
                    {
                        "instrument": instrument,
                        "covered_monthly": usd(monthly(total(part))),
                        "coverage_pct": pct(total(part), total(entries)),
                    }
                    for instrument, kind in INSTRUMENTS.items()
                    for part in [[entry for entry in covered(entries) if kinds[entry.commitment] == kind]]
                    if part
                ],
                "measured_on": ledger.last.isoformat(),
            }
            for (service,), entries in grouped(recent, "service").items()
        ],
        "accounts": [
            {"account_id": account, "account_name": ACCOUNTS[account], **cover(entries)}
            for (account,), entries in grouped(recent, "account").items()
        ],
    }


def coverage(ledger, query):
    """The deprecated operation: one row for each active commitment."""
    rows = []
    for one in running(ledger):
        listed = row(ledger, one)
        rows.append(
            {
                "row_id": one.id,
                "provider": OURS,
                "service": one.service,
                "service_label": listed["service_label"],
                "account_id": one.account,
                "account_name": listed["account_name"],
                "usage_cost_monthly": usd(monthly(total(covered(usage(ledger, one)[0])))),
                "coverage_pct": listed["current_coverage_pct"],
                "committed_cost_monthly": listed["monthly_commitment_usd"],
                "utilization_pct": listed["current_utilization_pct"],
                "is_commitable": True,
            }
        )
    return query.page(rows)


def by_service(ledger, query):
    kinds = {one.id: one.kind for one in ledger.commitments}
    rows = []
    for (service,), entries in grouped(eligible(ledger.recent()), "service").items():
        held = [one for one in ledger.commitments if one.service == service]
        if not held:
            continue

        def cell(instrument):
            own = [entry for entry in entries if kinds.get(entry.commitment) == INSTRUMENTS[instrument]]
            return {
                "commitment_count": sum(1 for one in held if one.kind == INSTRUMENTS[instrument]),
                "utilization_pct": pct(total(covered(own), "units"), total(own, "units")),
                "coverage_pct": pct(total(covered(own)), total(entries)),
                "unused_monthly": usd(monthly(total(own, "effective") - total(covered(own), "effective")))
                if own
                else None,
                "uncovered_monthly": usd(monthly(total(uncovered(entries)))),
            }

        rows.append(
            {"service": service, "service_label": SERVICES[service], "ri": cell("ri"), "sp": cell("sp")}
        )
    return {"provider": OURS, "measured": True, "services": rows}


Part = namedtuple("Part", "service platform variability floor average units entries")


def uncovered_parts(ledger):
    """Returns the uncovered spend by service and platform, each split into a steady and a variable part."""
    base = grouped(uncovered(eligible(ledger.recent())), "service", "platform")
    for (service, platform), entries in sorted(base.items()):
        hours = grouped(entries, "day", "busy").values()
        quiet = {entry.day for entry in entries if not entry.busy}
        floor = min(sum(entry.contracted // entry.hours for entry in hour) for hour in hours)
        units = min(sum(entry.units // entry.hours for entry in hour) for hour in hours)
        if len(quiet) < 30:
            floor = units = 0
        average = total(entries) / 720
        if floor:
            yield Part(service, platform, "steady", floor, floor, units, entries)
        if average > floor:
            yield Part(service, platform, "variable", 0, average - floor, 0, entries)


def uncovered_base(ledger, query):
    return [
        {
            "provider": OURS,
            "organization_id": "o/1",
            "service": part.service,
            "service_label": SERVICES[part.service],
            "platform": part.platform,
            "variability": part.variability,
            "on_demand_hourly_avg": usd(part.average),
            "on_demand_hourly_min": usd(part.floor),
            "on_demand_monthly": usd(part.average * 730),
            "volatility_ratio": round((part.average - part.floor) / part.average, 6),
            "recommended_kind": "reserved_instance" if part.floor else None,
            "suggested_commitment_hourly": usd(part.floor * 60 // 100) if part.floor else None,
        }
        for part in uncovered_parts(ledger)
    ]


def advised(ledger, type):
    """Returns reservations at a discount of forty percent for the steady parts; there are no plans."""
    found = []
    for part in uncovered_parts(ledger) if type in ("all", "ri") else []:
        if part.floor:
            spenders = grouped(part.entries, "account", "region")
            account, region = max(spenders, key=lambda one: total(spenders[one]))
            fee = part.floor * 60 // 100
            found.append(
                {
                    "part": part,
                    "account": account,
                    "region": region,
                    "fee": fee,
                    "saves": (part.floor - fee) * 730,
                }
            )
    return sorted(found, key=lambda one: -one["saves"])


def recommendations(ledger, query):
    type = query.choice("commitment_type", ["all", "ri", "sp"], "all")
    return [
        {
            "id": f"advice/{one['part'].service}/{one['part'].platform}",
            "kind": "buy_reserved_instance",
            "instrument": "ri",
            "title": f"Reserve {SERVICES[one['part'].service].lower()} on {one['part'].platform}",
            "detail": "This much ran on demand in every hour of the last thirty days.",
            "provider": OURS,
            "service": one["part"].service,
            "service_label": SERVICES[one["part"].service],
            "account_id": one["account"],
            "region": one["region"],
            "resource": f"{one['part'].service}-single",
            "quantity": one["part"].units,
            "hourly_commitment_usd": usd(one["fee"]),
            "term_months": 12,
            "payment_option": "no_upfront",
            "upfront_usd": 0,
            "on_demand_monthly": usd(one["part"].floor * 730),
            "commitment_monthly": usd(one["fee"] * 730),
            "monthly_savings": usd(one["saves"]),
            "confidence": "high",
        }
        for one in advised(ledger, type)
    ]
