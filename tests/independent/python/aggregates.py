"""Sums over the entries of the ledger, and common fields of a commitment."""

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
from query import HttpError

OURS = PROVIDER["provider_id"]
INSTRUMENTS = {"ri": "reserved_instance", "sp": "savings_plan"}
STATES = ["active", "queued", "queued-deleted", "payment-pending", "payment-failed", "retired"]
STATUSES = {"queued": "pending", "payment-pending": "pending", "queued-deleted": "cancelled"}
UNPRICED = "50%off kv"
RAISED = {"1": "4"}


def connected(provider):
    if provider != OURS:
        raise HttpError(404, "Provider not found")
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
    raise HttpError(404, "Commitment not found")


def end_at(one):
    return f"{one.end.isoformat()}T00:00:00.000+00:00"


def hourly(one):
    return one.units * one.rate


def usage(ledger, one):
    """Returns the last thirty days of a commitment: its entries, used unit hours and purchased unit hours."""
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
    """Returns the entries of a month (YYYY-MM), or none if the ledger does not cover it completely."""
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
    """Returns the slope of a linear regression over thirty steps."""
    middle, mean = (len(points) - 1) / 2, sum(points) / len(points)
    spread = sum((index - middle) ** 2 for index in range(len(points)))
    return round(
        sum((index - middle) * (point - mean) for index, point in enumerate(points)) / spread * 30, 4
    )


def daily(entries):
    """Returns used and purchased unit hours per day, oldest first."""
    return [
        (day, total(covered(part), "units"), total(part, "units"), part)
        for (day,), part in sorted(grouped(entries, "day").items())
    ]


def worth(ledger, one, field="contracted"):
    """Returns what a renewal would protect and what resizing would save. The amounts must not be added."""
    entries = usage(ledger, one)[0]
    used_entries = covered(entries)
    fee = hourly(one) * 730
    return {
        "fee_monthly_list": usd(fee),
        "fee_monthly_net": usd(fee),
        "utilization_slope_pp_30d": trend([used / bought * 100 for _, used, bought, _ in daily(entries)])
        if entries
        else None,
        "protects_monthly": round(usd(monthly(total(used_entries, field))) - usd(fee), 6) if entries else None,
        "rightsizing_monthly": usd(monthly(total(entries, "effective") - total(used_entries, "effective")))
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
