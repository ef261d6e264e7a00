"""Sums over the entries of the ledger, and what many reads tell of one commitment."""

from collections import defaultdict
from datetime import date, timedelta

from ledger import (
    ACCOUNTS,
    ELIGIBLE,
    PROVIDER,
    SERVICES,
    month_end,
    month_start,
    monthly,
    pct,
    usd,
)
from query import Refusal

OURS = PROVIDER["provider_id"]
INSTRUMENTS = {"ri": "reserved_instance", "sp": "savings_plan"}
STATES = ["active", "queued", "queued-deleted", "payment-pending", "payment-failed", "retired"]
STATUSES = {"queued": "pending", "payment-pending": "pending", "queued-deleted": "cancelled"}
UNPRICED = "50%off kv"
RAISED = {"1": "4"}


def connected(provider):
    if provider != OURS:
        raise Refusal(404, "This provider is not connected")
    return PROVIDER


def total(entries, field="contracted"):
    return sum(getattr(entry, field) for entry in entries)


def covered(entries):
    return [entry for entry in entries if entry.commitment and entry.list]


def uncovered(entries):
    return [entry for entry in entries if not entry.commitment]


def grouped(entries, *fields):
    groups = defaultdict(list)
    for entry in entries:
        groups[tuple(getattr(entry, field) for field in fields)].append(entry)
    return groups


def eligible(entries):
    return [entry for entry in entries if entry.service in ELIGIBLE]


def find(ledger, id):
    for one in ledger.commitments:
        if one.id == id:
            return one
    raise Refusal(404, "There is no such commitment")


def end_at(one):
    return f"{one.end.isoformat()}T00:00:00.000+00:00"


def hourly(one):
    return one.units * one.rate


def usage(ledger, one):
    """Thirty days of one commitment: its entries, used and bought unit hours, and what it covered."""
    entries = [entry for entry in ledger.recent() if entry.commitment == one.id]
    return entries, total(covered(entries), "units"), total(entries, "units")


def status(ledger, one):
    if one.state == "active":
        return "expiring" if one.end <= ledger.today + timedelta(days=30) else "active"
    return STATUSES.get(one.state, "cancelled")


def row(ledger, one):
    entries, used, bought = usage(ledger, one)
    service = [entry for entry in ledger.recent() if entry.service == one.service]
    return {
        "id": one.id,
        "provider": OURS,
        "service": one.service,
        "service_label": SERVICES[one.service],
        "account_id": one.account,
        "account_name": ACCOUNTS[one.account],
        "region": one.region,
        "kind": one.kind,
        "start_date": one.start.isoformat(),
        "end_date": one.end.isoformat(),
        "status": status(ledger, one),
        "current_utilization_pct": pct(used, bought),
        "current_coverage_pct": pct(total(covered(entries)), total(service)) if entries else None,
        "monthly_commitment_usd": usd(hourly(one) * 730),
        "seen_by": "nightly sweep",
    }


def running(ledger, instrument=None):
    return [
        one
        for one in ledger.commitments
        if one.state == "active" and INSTRUMENTS.get(instrument, one.kind) == one.kind
    ]


def month_entries(ledger, period):
    """Entries of a month written YYYY-MM; none where the ledger does not hold the whole of it."""
    if not month_start(ledger.first, -1).isoformat()[:7] <= period <= last_month(ledger):
        return []
    first = date(int(period[:4]), int(period[5:]), 1)
    return ledger.days(first, month_end(first))


def last_month(ledger):
    return month_start(ledger.today, 1).isoformat()[:7]


def consumers(entries, kind, field="contracted"):
    rows = [
        {
            "account_id": account,
            "account_name": ACCOUNTS[account],
            "covered_spend_monthly": usd(monthly(total(own, field))),
            "covered_hours": round(monthly(total(own, "units")), 6) if kind == "reserved_instance" else None,
        }
        for (account,), own in grouped(covered(entries), "account").items()
    ]
    return sorted(rows, key=lambda row: -row["covered_spend_monthly"])


def trend(points):
    """By how much the straight line through the points changes in thirty steps."""
    middle, mean = (len(points) - 1) / 2, sum(points) / len(points)
    spread = sum((index - middle) ** 2 for index in range(len(points)))
    return round(
        sum((index - middle) * (point - mean) for index, point in enumerate(points)) / spread * 30, 4
    )


def daily(entries):
    """Used and bought unit hours of each day, oldest first."""
    return [
        (day, total(covered(part), "units"), total(part, "units"), part)
        for (day,), part in sorted(grouped(entries, "day").items())
    ]


def worth(ledger, one, field="contracted"):
    """What a renewal would protect and what resizing would save, two amounts that nobody adds up."""
    entries = usage(ledger, one)[0]
    kept = covered(entries)
    fee = hourly(one) * 730
    return {
        "fee_monthly_list": usd(fee),
        "fee_monthly_net": usd(fee),
        "utilization_slope_pp_30d": trend([used / bought * 100 for _, used, bought, _ in daily(entries)])
        if entries
        else None,
        "protects_monthly": round(usd(monthly(total(kept, field))) - usd(fee), 6) if entries else None,
        "rightsizing_monthly": usd(monthly(total(entries, "effective") - total(kept, "effective")))
        if entries
        else None,
        "hourly_commitment_usd": usd(hourly(one)),
        "unit_count": one.units if one.kind == "reserved_instance" else None,
        "exchangeable": None,
        "cancellable": False,
        "end_at": end_at(one),
    }


def seconds_until(day, now):
    return int(
        (
            now.replace(year=day.year, month=day.month, day=day.day, hour=0, minute=0, second=0) - now
        ).total_seconds()
    )
