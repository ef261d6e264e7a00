"""Costs of the only provider."""

import re
from datetime import timedelta

from aggregates import OURS, connected, grouped, total
from ledger import ACCOUNTS, month_end, month_start, pct, usd
from query import invalid
from recommendations import OPEN, RECOMMENDATIONS

PRESETS = {"30D": 30, "6M": 6, "12M": 12}
# Ledger fields by query parameter.
FILTERS = {
    "service": "service",
    "account_id": "account",
    "region": "region",
    "tag_key": None,
    "tag_value": "team",
}
SHOWN_AS = ["unblended", "blended", "amortized", "net_unblended", "net_amortized"]
TAG_KEY = "team"


def cost(entries):
    return total(entries, "effective")


def change(now, before):
    return pct(now - before, before)


def forecast(ledger, query):
    provider = query.text("provider", "all")
    horizon = query.choice("horizon", ["month", "quarter", "year"], "month")
    basis = query.choice("credits", ["after", "before"], "after")
    if provider not in ("all", OURS):
        empty = dict.fromkeys(figures(ledger, horizon))
        return {**empty, "sparkline": [], "future_start_index": 0, "credits": basis}
    return {**figures(ledger, horizon), "credits": basis}


def figures(ledger, horizon):
    months = {"month": 1, "quarter": 3, "year": 12}[horizon]
    first = month_start(ledger.today, (ledger.today.month - 1) % months)
    end = month_end(month_start(first, 1 - months))
    booked = usd(cost(ledger.days(first, ledger.last)))
    sample = [
        cost(ledger.days(day, day)) for day in (ledger.today - timedelta(days=back) for back in range(1, 15))
    ]
    rate = usd(sum(sample) / 14)
    remaining = (end - ledger.last).days
    value = round(booked + rate * remaining, 6)
    deviation = (sum((usd(one) - rate) ** 2 for one in sample) / 13) ** 0.5
    band = 1.28 * deviation * remaining**0.5
    before = ledger.days(month_start(ledger.today, 1), month_end(month_start(ledger.today, 1)))
    past = [
        cost(ledger.days(day, day))
        for day in (ledger.today - timedelta(days=back) for back in range(30, 0, -1))
    ]
    return {
        "forecast_value": value,
        "forecast_low": round(value - band, 6),
        "forecast_high": round(value + band, 6),
        "confidence_pct": 80,
        "sparkline": [*map(usd, past), *[rate] * 30],
        "future_start_index": 30,
        "delta_pct_vs_last_month": pct(value - usd(cost(before)), usd(cost(before)))
        if horizon == "month"
        else None,
        "booked_to_date": booked,
        "daily_rate": rate,
        "days_remaining": remaining,
        "days_since_last_actual": 1,
        "daily_rate_sample_days": 14,
        "daily_rate_thin_days": 0,
        "daily_rate_window_days": 14,
        "actuals_through": ledger.last.isoformat(),
    }


def invoices(ledger, query, provider):
    connected(provider)
    basis = query.choice("credits", ["after", "before"], "after")
    return {"items": [], "includes_billing_account_charges": False, "credits": basis}


def summary(ledger, query, provider):
    connected(provider)
    first = month_start(ledger.today)
    spent = ledger.days(first, ledger.last)
    past = month_start(ledger.today, 1)
    same_days = min(past + timedelta(days=(ledger.last - first).days), month_end(past))
    before = ledger.days(past, same_days)
    expected = figures(ledger, "month")
    open_savings = sum(one["monthly_savings"] for one in RECOMMENDATIONS if one["status"] in OPEN)
    services, earlier = grouped(spent, "service"), grouped(before, "service")
    top = sorted(services, key=lambda service: -cost(services[service]))[:3]
    return {
        **connected(provider),
        "credits": query.choice("credits", ["after", "before"], "after"),
        "monthly_spending": usd(cost(spent)),
        "monthly_spending_percentage": change(cost(spent), cost(before)),
        "forecasted_monthly_costs": expected["forecast_value"],
        "forecasted_monthly_costs_percentage": expected["delta_pct_vs_last_month"],
        "potential_savings": open_savings,
        "potential_savings_percentage": pct(open_savings, expected["forecast_value"]),
        "top_services": [
            {
                "service": service[0],
                "cost": usd(cost(services[service])),
                "change_percentage": change(cost(services[service]), cost(earlier[service])),
            }
            for service in top
        ],
    }


def period(ledger, query):
    preset = query.choice("preset", list(PRESETS))
    if preset == "30D":
        return preset, ledger.today - timedelta(days=29), ledger.today
    if preset:
        return preset, month_start(ledger.today, PRESETS[preset] - 1), ledger.today
    return ("custom", *query.range(month_start(ledger.today), ledger.today))


def filtered(entries, query, excluded=None):
    """Returns the entries that match all filters except that of the parameter `excluded`."""
    for name, field in FILTERS.items():
        wanted = query.many(name)
        if not wanted or name == excluded:
            continue
        if name == "tag_key":
            entries = [entry for entry in entries if entry.team and TAG_KEY in wanted]
        else:
            entries = [entry for entry in entries if getattr(entry, field) in wanted]
    return entries


def steps(start, end, monthly):
    names = [(start + timedelta(days=day)).isoformat() for day in range((end - start).days + 1)]
    return sorted({name[:7] for name in names}) if monthly else names


def course(entries, names):
    width = len(names[0])
    by_step = dict.fromkeys(names, 0)
    for entry in entries:
        by_step[entry.day.isoformat()[:width]] += entry.effective
    values = list(by_step.values())
    return [
        {
            "date": name,
            "value": usd(value),
            "change_percentage": change(value, values[index - 1]) if index else None,
        }
        for index, (name, value) in enumerate(by_step.items())
    ]


def breakdown(ledger, query, provider):
    connected(provider)
    allowed = ["service", "account_id", "region", "tag"]
    groups = query.many("group_by") or ["service"]
    if any(group not in allowed for group in groups):
        raise invalid("group_by", "one of " + ", ".join(allowed))
    tagged = "tag" in groups
    if tagged and len(query.many("tag_key")) != 1:
        raise invalid("tag_key", "sent exactly once when grouping by tag")
    own_tag = tagged and query.many("tag_key")[0] == TAG_KEY
    name, start, end = period(ledger, query)
    granularity = query.choice("granularity", ["daily", "monthly"], "daily")
    shown = query.choice("show_cost_as", SHOWN_AS, "unblended")
    basis = query.choice("credits", ["after", "before"], "after")
    if (end - start).days > 3660:
        raise invalid("start", "within ten years of end")
    names = steps(start, end, granularity == "monthly")
    by_date = query.text("sort_by_date")
    if by_date is not None and not re.fullmatch(
        r"[0-9]{4}-[0-9]{2}" + ("" if granularity == "monthly" else "-[0-9]{2}"), by_date
    ):
        raise invalid(
            "sort_by_date",
            "a month (YYYY-MM)" if granularity == "monthly" else "a date (YYYY-MM-DD)",
        )
    days = (end - start).days + 1
    entries = filtered(ledger.days(start, end), query, "tag_key" if tagged else None)
    known = start - timedelta(days=days) >= ledger.first
    before = filtered(
        ledger.days(start - timedelta(days=days), start - timedelta(days=1)),
        query,
        "tag_key" if tagged else None,
    )

    def key(entry):
        return tuple(
            (entry.team if own_tag else None) if group == "tag" else getattr(entry, FILTERS[group])
            for group in sorted(set(groups))
        )

    rows, earlier = {}, {}
    for part, into in ((entries, rows), (before, earlier)):
        for entry in part:
            into.setdefault(key(entry), []).append(entry)
    items = []
    for group, own in rows.items():
        value = dict(zip(sorted(set(groups)), group))
        spent, past = cost(own), cost(earlier.get(group, []))
        items.append(
            {
                "service": value.get("service"),
                "account_id": value.get("account_id"),
                "account_name": ACCOUNTS.get(value.get("account_id")),
                "region": value.get("region"),
                "tag_key": query.text("tag_key") if tagged else None,
                "tag_value": value.get("tag"),
                "virtual_tag_key": None,
                "virtual_tag_value": None,
                "cost": usd(spent),
                "previous_cost": usd(past) if known else None,
                "change_percentage": change(spent, past) if known else None,
                "spendings_by_date": course(own, names),
            }
        )
    at = names.index(by_date) if by_date in names else None
    items.sort(
        key=lambda row: (
            -(row["cost"] if at is None else row["spendings_by_date"][at]["value"]),
            str([row["service"], row["account_id"], row["region"], row["tag_value"]]),
        )
    )
    return {
        **connected(provider),
        "period": name,
        "start_date": start.isoformat(),
        "end_date": end.isoformat(),
        "granularity": granularity,
        "show_cost_as": shown,
        "credits": basis,
        "total_period_cost": usd(cost(entries)),
        **query.page(items),
        "totals_by_date": course(entries, names),
    }


def timeline(ledger, query, provider):
    connected(provider)
    _, start, end = period(ledger, query)
    granularity = query.choice("granularity", ["daily", "monthly"], "daily")
    dimension = query.choice("dimension", ["service", "account_id", "region"])
    entries = ledger.days(start, end)
    width = 7 if granularity == "monthly" else 10
    points = {}
    for entry in entries:
        points.setdefault(entry.day.isoformat()[:width], []).append(entry)

    def parts(own):
        split = [
            {"value": value, "amount": usd(cost(part))}
            for (value,), part in grouped(own, FILTERS[dimension]).items()
        ]
        return sorted(split, key=lambda part: -part["amount"])

    return {
        **connected(provider),
        "granularity": granularity,
        "start_date": start.isoformat(),
        "end_date": end.isoformat(),
        "dimension": dimension,
        "credits": query.choice("credits", ["after", "before"], "after"),
        "data_points": [
            {"date": name, "amount": usd(cost(own)), "parts": parts(own) if dimension else None}
            for name, own in sorted(points.items())
        ],
        "total": usd(cost(entries)),
    }


def filter_options(ledger, query, provider):
    connected(provider)
    wanted = query.choice("dimension", list(FILTERS))
    _, start, end = period(ledger, query)
    entries = ledger.days(start, end)
    lists = {
        "service": "services",
        "account_id": "accounts",
        "region": "regions",
        "tag_key": "tag_keys",
        "tag_value": "tag_values",
    }
    options = {"provider_id": provider}
    for name, field in FILTERS.items():
        if wanted in (None, name):
            own = filtered(entries, query, name)
            if field is None:
                values = {TAG_KEY for entry in own if entry.team}
            else:
                values = {getattr(entry, field) for entry in own} - {None}
            options[lists[name]] = sorted(values)
    return options
