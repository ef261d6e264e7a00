"""The bill and the commitments, from which every figure of the API is computed.

Amounts are integers of a hundredth of a cent, so that sums are exact.
"""

import sqlite3
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

from common import days_between, month_start, today

UNIT = 10_000
PROVIDERS = {
    "provider_a": "First Cloud",
    "provider_b": "Second Cloud",
    "provider_c": "Lakehouse Platform",
    "provider_d": "Observability Platform",
}
MEASURED = ("provider_a", "provider_b")
ACCOUNTS = {
    "100000000001": "Production",
    "100000000002": "Data platform",
    "100000000003": "Sandbox",
    "web-frontend": "Web frontend",
    "data-lake": "Data lake",
    "lakehouse-main": "Lakehouse",
}
LABELS = {
    "compute": "Compute instances",
    "database": "Managed databases",
    "cache": "In-memory cache",
    "storage": "Object storage",
    "support": "Support",
    "warehouse": "Data warehouse",
    "marketplace": "Marketplace",
    "lakehouse": "Lakehouse",
    "invoice": "Invoice charges",
}


@dataclass(frozen=True)
class Commitment:
    id: str
    provider: str
    kind: str
    service: str
    account: str
    region: str
    resource: str | None
    units: int
    starts_in: int
    term_months: int
    state: str
    hourly: int  # fee of one unit and hour at public prices, upfront payment included
    on_demand: int  # on-demand price of the usage that one unit and hour covers
    weekday_use: float = 0
    weekend_use: float = 0
    consumers: dict[str, float] = field(default_factory=dict)
    upfront_share: float = 0
    stopped_in: int | None = None
    unpriced: str | None = None

    @property
    def start(self) -> date:
        return today() + timedelta(days=self.starts_in)

    @property
    def end(self) -> date:
        return self.start + timedelta(days=365 * self.term_months // 12)

    @property
    def end_at(self) -> datetime:
        return datetime.combine(self.end, time(), timezone.utc)

    @property
    def running(self) -> bool:
        return self.state == "active"

    @property
    def instrument(self) -> str | None:
        return {"reserved_instance": "ri", "savings_plan": "sp"}.get(self.kind)

    @property
    def in_dollars(self) -> bool:
        return self.kind in ("savings_plan", "spend_commitment")

    @property
    def payment_option(self) -> str:
        return "partial_upfront" if self.upfront_share else "no_upfront"

    @property
    def discount(self) -> float:
        return 0.95 if self.provider == "provider_a" else 1

    @property
    def status(self) -> str:
        return {"active": "active", "queued": "pending", "payment-failed": "cancelled"}.get(self.state, "expired")


ONE, TWO, THREE = "100000000001", "100000000002", "100000000003"
COMMITMENTS = [
    Commitment(
        "8f0c1d1e-compute-eu", "provider_a", "reserved_instance", "compute", ONE, "region-1", "c5.large",
        10, -345, 12, "active", 1200, 2000, 0.95, 0.7, {ONE: 0.75, TWO: 0.25},
    ),
    Commitment(
        "ri-database-primary", "provider_a", "reserved_instance", "database", TWO, "region-1", "db.r5.xlarge",
        2, -100, 12, "active", 3000, 5000, 1, 1, {ONE: 0.5, TWO: 0.5}, upfront_share=0.5,
    ),
    Commitment(
        f"arn:provider_a:savingsplans::{ONE}:savingsplan/5a0e0a44-8c8f-4ed2-93b4-3f6d5a0a9f11", "provider_a",
        "savings_plan", "compute", ONE, "global", None, 5, -200, 36, "active", 10_000, 14_000, 0.95, 0.8,
        {TWO: 0.5, THREE: 0.5},
    ),
    Commitment("ri-cache-queued", "provider_a", "reserved_instance", "cache", TWO, "region-1", "cache.m5", 3, 10, 12,
               "queued", 800, 1300),
    Commitment("ri-compute-unpaid", "provider_a", "reserved_instance", "compute", THREE, "region-2", "c5.large", 4,
               -5, 12, "payment-failed", 1200, 2000),
    Commitment(
        "ri-compute-sold", "provider_a", "reserved_instance", "compute", ONE, "region-2", "m4.large", 5, -300, 12,
        "retired", 1000, 1600, 0.8, 0.8, {ONE: 1}, stopped_in=-60, unpriced="The offering is no longer sold.",
    ),
    Commitment(
        "cud-web-7", "provider_b", "committed_use_discount", "compute", "web-frontend", "region-7", "n2-standard",
        20, -50, 36, "active", 350, 500, 0.9, 0.85, {"web-frontend": 1},
    ),
    Commitment(
        "spend-data-2", "provider_b", "spend_commitment", "compute", "data-lake", "global", None, 2, -150, 12,
        "active", 10_000, 12_500, 1, 0.9, {"data-lake": 1},
    ),
]
BY_ID = {commitment.id: commitment for commitment in COMMITMENTS}

# provider, service, account, region, team, stage, platform, usage type, eligible, weekday, weekend (cents a day)
USAGE = [
    ("provider_a", "compute", ONE, "region-1", "web", "production", "linux", "instance-hours", 1, 4000, 3600),
    ("provider_a", "compute", THREE, "region-2", "data", "staging", "windows", "instance-hours", 1, 2400, 1000),
    ("provider_a", "database", ONE, "region-1", "web", "production", "open-source engine", "db-hours", 1, 1500, 1500),
    ("provider_a", "cache", TWO, "region-1", None, "production", None, "node-hours", 1, 600, 500),
    ("provider_a", "storage", TWO, "global", "data", None, None, "gb-months", 0, 900, 900),
    ("provider_a", "support", ONE, "global", None, None, None, "support-plan", 0, 300, 300),
    ("provider_b", "compute", "web-frontend", "region-7", "web", "production", "linux", "core-hours", 1, 3000, 2500),
    ("provider_b", "warehouse", "data-lake", "region-8", "data", "production", None, "slot-hours", 0, 1800, 1200),
    ("provider_b", "marketplace", "web-frontend", "global", None, None, None, "subscription", 0, 400, 400),
    ("provider_c", "lakehouse", "lakehouse-main", "region-1", "data", "production", None, "dbu", 0, 1200, 800),
]
VIEWS = ("unblended", "blended", "amortized", "net_unblended", "net_amortized")
COLUMNS = ("day", "provider", "service", "account_id", "region", "team", "stage", "platform", "usage_type",
           "charge_type", "commitment_id", "eligible", "list", "net", *VIEWS, "credit", "used", "purchased")

database = sqlite3.connect(":memory:", check_same_thread=False)
database.row_factory = sqlite3.Row
database.execute(f"create table costs ({', '.join(COLUMNS)})")
EMPTY = {**dict.fromkeys(COLUMNS[:11]), **dict.fromkeys(COLUMNS[11:], 0)}
INSERT = f"insert into costs values ({', '.join(f':{column}' for column in COLUMNS)})"


def add(**values: Any) -> None:
    database.execute(INSERT, {**EMPTY, **values})


def add_usage(first: date, day: date) -> None:
    for provider, service, account, region, team, stage, platform, usage, eligible, weekday, weekend in USAGE:
        growth = 100 + (day.year * 12 + day.month) - (first.year * 12 + first.month)
        cents = (weekday if day.weekday() < 5 else weekend) * growth // 100
        price = cents * 100
        net = price * 95 // 100 if provider == "provider_a" else price
        add(day=day.isoformat(), provider=provider, service=service, account_id=account, region=region, team=team,
            stage=stage, platform=platform, usage_type=usage, charge_type="usage", eligible=eligible, list=price,
            net=net, unblended=price, blended=price, amortized=price, net_unblended=net, net_amortized=net,
            credit=price // 10 if (provider, service) == ("provider_b", "compute") else 0)


def add_commitment(item: Commitment, day: date) -> None:
    purchased = item.units * 24
    used = purchased * (item.weekday_use if day.weekday() < 5 else item.weekend_use)
    common = {"day": day.isoformat(), "provider": item.provider, "service": item.service, "region": item.region,
              "commitment_id": item.id, "eligible": 1}
    for account, share in item.consumers.items():
        value, fee = round(used * share * item.on_demand), round(used * share * item.hourly)
        add(**common, account_id=account, team="web", usage_type="covered-hours", charge_type="covered_usage",
            list=value, net=round(value * item.discount), amortized=fee, net_amortized=round(fee * item.discount),
            used=used * share)
    unused = round((purchased - used) * item.hourly)
    billed = round(purchased * item.hourly * (1 - item.upfront_share))
    if day == item.start:
        billed += upfront_of(item)
    add(**common, account_id=item.account, usage_type="commitment-fee", charge_type="commitment_fee",
        unblended=billed, blended=billed, net_unblended=round(billed * item.discount), amortized=unused,
        net_amortized=round(unused * item.discount), purchased=purchased)


def add_invoice_charges(month: date) -> None:
    """Tax, adjustments and rounding, which the second cloud books on the first day of a month."""
    for charge, amount in (("tax", 950_000 + month.month * 1000), ("adjustment", -20_000), ("rounding_error", -30)):
        add(day=month.isoformat(), provider="provider_b", service="invoice", account_id="web-frontend",
            region="global", usage_type=charge, charge_type=charge, list=amount, net=amount,
            **{view: amount for view in VIEWS})


def upfront_of(item: Commitment) -> int:
    return round(item.units * item.hourly * item.term_months * 730 * item.upfront_share)


def fill() -> None:
    first, last = month_start(today(), 25), today() - timedelta(days=1)
    for day in days_between(first, last):
        add_usage(first, day)
        if day.day == 1:
            add_invoice_charges(day)
        for item in COMMITMENTS:
            stopped = item.stopped_in is not None and day >= today() + timedelta(days=item.stopped_in)
            if item.consumers and item.start <= day < item.end and not stopped:
                add_commitment(item, day)


fill()
for columns in ("commitment_id, day", "provider, day", "day"):
    database.execute(f"create index 'costs by {columns}' on costs ({columns})")


def rows(sql: str, *args: Any) -> list[sqlite3.Row]:
    return database.execute(sql, args).fetchall()


def total(expression: str, where: str = "1", *args: Any) -> float:
    return database.execute(f"select coalesce(sum({expression}), 0) from costs where {where}", args).fetchone()[0]


def usd(amount: float) -> float:
    return round(amount / UNIT, 4)


def window() -> tuple[str, str]:
    """The last 30 measured days."""
    return (today() - timedelta(days=30)).isoformat(), (today() - timedelta(days=1)).isoformat()


def monthly(amount: float) -> float:
    """An amount of the 30 days of the window, as a month of 730 hours."""
    return round(amount / UNIT * 730 / 720, 4)
