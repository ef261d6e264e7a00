"""Utilization, coverage and savings, read from the ledger."""

from typing import Any

from common import pct
from ledger import ACCOUNTS, COMMITMENTS, LABELS, MEASURED, Commitment, monthly, rows, total, window

IN_WINDOW = "day between ? and ?"


def use_of(item: Commitment, start: str | None = None, end: str | None = None) -> tuple[float, float]:
    """Used and purchased hours of one commitment."""
    first, last = (start, end) if start and end else window()
    where = f"commitment_id = ? and {IN_WINDOW}"
    return total("used", where, item.id, first, last), total("purchased", where, item.id, first, last)


def utilization_pct(item: Commitment) -> float | None:
    return pct(*use_of(item)) if item.running else None


def covered(where: str = "1", *args: Any, price: str = "net") -> float:
    """What the usage that commitments covered in the window would have cost on demand."""
    return total(price, f"charge_type = 'covered_usage' and {IN_WINDOW} and {where}", *window(), *args)


def uncovered(where: str = "1", *args: Any) -> float:
    """The on-demand remainder of the window: eligible usage that no commitment covered."""
    return total("net", f"charge_type = 'usage' and eligible = 1 and {IN_WINDOW} and {where}", *window(), *args)


def coverage(where: str, *args: Any) -> dict[str, float | None]:
    spend, remainder = covered(where, *args), uncovered(where, *args)
    return {
        "covered_monthly": monthly(spend),
        "on_demand_monthly": monthly(remainder),
        "coverage_pct": pct(spend, spend + remainder),
    }


def coverage_pct(item: Commitment) -> float | None:
    """The share of the eligible spend of its service that one commitment covers."""
    if not item.running:
        return None
    service = "provider = ? and service = ?"
    base = covered(service, item.provider, item.service) + uncovered(service, item.provider, item.service)
    return pct(covered("commitment_id = ?", item.id), base)


def fee_monthly(item: Commitment, basis: str = "list") -> float:
    hourly = item.units * item.hourly * (item.discount if basis == "net" else 1)
    return round(hourly * 730 / 10_000, 4)


def unused_monthly(item: Commitment, basis: str = "list") -> float | None:
    used, purchased = use_of(item)
    return round(fee_monthly(item, basis) * (1 - used / purchased), 4) if purchased and item.running else None


def consumers(item: Commitment, price: str = "net") -> list[dict[str, Any]]:
    found = []
    for account in item.consumers:
        where = "commitment_id = ? and account_id = ?"
        found.append({
            "account_id": account,
            "account_name": ACCOUNTS[account],
            "covered_spend_monthly": monthly(covered(where, item.id, account, price=price)),
            "covered_hours": None if item.in_dollars else round(
                total("used", f"{where} and {IN_WINDOW}", item.id, account, *window()) * 730 / 720, 4),
        })
    return sorted(found, key=lambda row: -row["covered_spend_monthly"])


def services_of(provider: str) -> list[str]:
    found = rows("select distinct service from costs where provider = ? and eligible = 1 order by service", provider)
    return [row["service"] for row in found]


def label(service: str) -> str:
    return LABELS.get(service, service)


def savings_rate(period: str, scope: str, where: str = "1", *args: Any) -> dict[str, Any]:
    """The rate object of one calendar month."""
    measured = ", ".join(f"'{provider}'" for provider in MEASURED)
    where = f"substr(day, 1, 7) = ? and {'eligible = 1' if scope == 'eligible' else '1'} and {where}"
    if not total("1", f"{where} and provider in ({measured})", period, *args):
        return {"measured": False, **dict.fromkeys(RATE_FIGURES)}
    where = f"{where} and provider in ({measured})"
    equivalent, net, cost = (total(column, where, period, *args) for column in ("list", "net", "net_amortized"))
    negotiated, commitment = equivalent - net, net - cost
    return {
        "measured": True,
        "on_demand_equivalent": equivalent / 10_000,
        "effective_cost": cost / 10_000,
        "commitment_saved": commitment / 10_000,
        "negotiated_saved": negotiated / 10_000,
        "total_saved": (negotiated + commitment) / 10_000,
        "commitment_rate_pct": pct(commitment, equivalent),
        "negotiated_rate_pct": pct(negotiated, equivalent),
        "total_rate_pct": pct(negotiated + commitment, equivalent),
    }


RATE_FIGURES = (
    "on_demand_equivalent", "effective_cost", "commitment_saved", "negotiated_saved", "total_saved",
    "commitment_rate_pct", "negotiated_rate_pct", "total_rate_pct",
)


def running(provider: str | None = None, instrument: str | None = None) -> list[Commitment]:
    return [
        item
        for item in COMMITMENTS
        if item.running and provider in (None, item.provider) and instrument in (None, "all", item.instrument)
    ]


def uncovered_parts() -> list[dict[str, Any]]:
    """The on-demand remainder by provider, service and platform, each with its hourly average and floor."""
    found = rows(
        f"""select provider, service, platform, sum(amount) total, min(amount) quietest from (
              select provider, service, platform, day, sum(net) amount from costs
              where charge_type = 'usage' and eligible = 1 and {IN_WINDOW}
              group by provider, service, platform, day)
            group by provider, service, platform order by provider, service, platform""",
        *window(),
    )
    parts = []
    for row in found:
        average, floor = row["total"] / 720 / 10_000, row["quietest"] / 24 / 10_000
        steady = floor >= 0.8 * average
        part = {
            "provider": row["provider"],
            "organization_id": f"organization-{row['provider'][-1]}",
            "service": row["service"],
            "service_label": label(row["service"]),
            "platform": row["platform"],
            "variability": "steady" if steady else "variable",
            "on_demand_hourly_avg": round(average, 6),
            "on_demand_hourly_min": round(floor, 6),
            "on_demand_monthly": round(average * 730, 4),
            "volatility_ratio": round((average - floor) / average, 4),
            "recommended_kind": None,
            "suggested_commitment_hourly": None,
        }
        if steady and row["provider"] == "provider_a":
            part["recommended_kind"] = "savings_plan" if row["service"] == "compute" else "reserved_instance"
            part["suggested_commitment_hourly"] = round(floor * 0.7, 5)
        parts.append(part)
    return parts
