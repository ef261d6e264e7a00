"""The hourly usage of three accounts, and the commitments that cover it.

All figures are computed from the entries of the `Ledger`, so that totals are the sums of their parts. Amounts are
integers in millionths of a dollar. A working day has eight busy and sixteen quiet hours; a weekend day has quiet
hours only.
"""

from collections import namedtuple
from datetime import date, timedelta

ACCOUNTS = {"team.web": "Web", "team.données": "Données", "42": "Laboratory"}
SERVICES = {
    "vm": "Virtual machines",
    "db": "Databases",
    "kv": "Key-value nodes",
    "blob": "Blob storage",
    "support": "Support",
}
SIZE_UNITS = {"vm": "vcpu", "db": "vcpu", "kv": "node"}
ELIGIBLE = set(SIZE_UNITS)
PROVIDER = {"provider_id": "provider_a", "provider_name": "First Cloud"}
# Account 42 has a negotiated discount of five percent.
NEGOTIATED = {"42": 95}
# A savings plan costs seventy cents per dollar of the public price.
PLAN_RATE = 70
HISTORY_DAYS = 800

Line = namedtuple("Line", "account service region platform team steady extra price")
LINES = [
    Line("team.web", "vm", "eu-1", "linux", "shop", 9, 6, 100_000),
    Line("team.web", "vm", "us-9", "windows", "shop", 3, 2, 180_000),
    Line("team.web", "kv", "us-9", "valkey", "shop", 3, 0, 200_000),
    Line("team.web", "blob", "eu-1", None, "shop", 5000, 0, 30),
    Line("team.données", "vm", "eu-1", "linux", "ml", 8, 10, 100_000),
    Line("team.données", "db", "eu-1", "postgres", "ml", 6, 0, 250_000),
    Line("42", "db", "us-9", "postgres", None, 2, 1, 250_000),
    Line("42", "vm", "us-9", "linux", None, 4, 3, 110_000),
    Line("42", "kv", "us-9", "valkey", None, 1, 2, 200_000),
    Line("42", "support", "global", None, None, 1, 0, 500_000),
]

# The `units` of a plan are millionths of a dollar per hour, and its `rate` is 1.
Commitment = namedtuple(
    "Commitment", "id kind service account region resource units rate state months start end"
)


def commitments(today):
    def row(id, kind, service, account, region, resource, units, rate, state, months, start_in):
        start = today + timedelta(days=start_in)
        end = start + timedelta(days=365 * months // 12)
        return Commitment(
            id, kind, service, account, region, resource, units, rate, state, months, start, end
        )

    ri, sp = "reserved_instance", "savings_plan"
    return [
        row("1", ri, "vm", "team.web", "eu-1", "vm-single", 12, 60_000, "active", 12, -340),
        row("res.db-é.v2", ri, "db", "team.données", "eu-1", "db-single", 8, 120_000, "active", 36, -500),
        row("50%off kv", ri, "kv", "team.web", "eu-1", "kv-node", 3, 120_000, "payment-failed", 12, -40),
        # The renewal of commitment 1, purchased in advance.
        row("4", ri, "vm", "team.web", "eu-1", "vm-single", 12, 60_000, "queued", 12, 25),
        # Exchanged on the day of purchase, so it never covered usage.
        row("5", ri, "kv", "team.web", "us-9", "kv-node", 1, 120_000, "retired", 12, -200),
        row("plan:any/compute.7", sp, "vm", "team.données", "global", None, 1_500_000, 1, "active", 12, -100),
        row("7", sp, "vm", "42", "global", None, 500_000, 1, "payment-pending", 12, -1),
        row("008", ri, "kv", "42", "us-9", "kv-node", 2, 120_000, "queued-deleted", 12, 12),
        row("9", ri, "kv", "team.web", "us-9", "kv-node", 2, 96_000, "active", 36, -300),
    ]


# One part of a day of a line: on demand (`commitment` is None), covered, or unused commitment (`list` is 0).
# `list` is the cost at public prices, `contracted` at negotiated prices, `effective` the actual cost.
Entry = namedtuple(
    "Entry", "day busy hours account service region platform team commitment units list contracted effective"
)


class Ledger:
    def __init__(self, today):
        self.today = today
        self.last = today - timedelta(days=1)
        self.first = today - timedelta(days=HISTORY_DAYS)
        self.commitments = commitments(today)
        self._by_day = {
            day: list(self._day(day))
            for day in (self.first + timedelta(days=offset) for offset in range(HISTORY_DAYS))
        }

    def days(self, start, end):
        """Returns the entries from `start` to `end`, both inclusive."""
        start, end = max(start, self.first), min(end, self.last)
        days = (start + timedelta(days=offset) for offset in range((end - start).days + 1))
        return [entry for day in days for entry in self._by_day[day]]

    def recent(self):
        """Returns the last thirty days, which `monthly` scales to a month of 730 hours."""
        return self.days(self.today - timedelta(days=30), self.last)

    def _day(self, day):
        if day.weekday() >= 5:
            yield from self._hours(day, False, 24)
        else:
            yield from self._hours(day, False, 16)
            yield from self._hours(day, True, 8)

    def _hours(self, day, busy, hours):
        remaining = {
            line: line.steady + (line.extra + day.toordinal() % 3 if busy and line.extra else 0)
            for line in LINES
        }
        running = [one for one in self.commitments if one.state == "active" and one.start <= day < one.end]

        def entry(line, commitment, units, listed, effective):
            contracted = listed * NEGOTIATED.get(line.account, 100) // 100
            return Entry(
                day, busy, hours, line.account, line.service, line.region, line.platform, line.team,
                commitment and commitment.id, units * hours, listed * hours, contracted * hours,
                (contracted if effective is None else effective) * hours,
            )  # fmt: skip

        # Reservations apply before plans, and each to the account of its holder first.
        for one in sorted(running, key=lambda commitment: commitment.kind):
            free = one.units
            plan = one.kind == "savings_plan"
            for line in sorted(LINES, key=lambda line: line.account != one.account):
                if line.service != one.service or one.region not in (line.region, "global"):
                    continue
                if plan:
                    units = min(remaining[line], free * 100 // (line.price * PLAN_RATE))
                    fee = units * line.price * PLAN_RATE // 100
                    used = fee
                else:
                    units = used = min(remaining[line], free)
                    fee = units * one.rate
                if units:
                    remaining[line] -= units
                    free -= used
                    yield entry(line, one, used if plan else units, units * line.price, fee)
            if free:
                yield Entry(
                    day, busy, hours, one.account, one.service, one.region, None, None,
                    one.id, free * hours, 0, 0, free * one.rate * hours,
                )  # fmt: skip
        for line, units in remaining.items():
            if units:
                yield entry(line, None, units, units * line.price, None)


def monthly(amount):
    """Scales thirty days to a month of 730 hours."""
    return amount * 730 / 720


def usd(millionths):
    return round(millionths / 1_000_000, 6)


def pct(part, whole):
    return round(part / whole * 100, 4) if whole else None


def month_start(day, back=0):
    index = day.year * 12 + day.month - 1 - back
    return date(index // 12, index % 12 + 1, 1)


def month_end(day):
    return month_start(day, -1) - timedelta(days=1)
