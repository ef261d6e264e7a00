"""Recommendations, their repositories, and the audit of what carried-out ones have saved."""

from datetime import datetime, time, timedelta, timezone
from typing import Any

from common import month_end, month_start, today
from ledger import MEASURED

TEXTS = ("Resize an instance", "Delete unattached disks", "Move old objects to a colder tier", "Stop idle instances")
STATUSES = ("available", "available", "pending", "available", "in_progress", "available", "rejected", "available",
            "available", "processing", "optimized", "optimized")


def at(days_ago: int) -> datetime:
    return datetime.combine(today() - timedelta(days=days_ago), time(9, 30), timezone.utc)


def recommendation(provider: str, number: int, status: str) -> dict[str, Any]:
    service = ("compute", "storage", "database", "compute")[number % 4]
    spending, savings = 200.0 + 40 * number, 32.0 + 8.5 * number
    accepted = status not in ("available", "rejected")
    return {
        "provider": provider,
        "recommendation_id": f"rec-{provider[-1]}-{number:02}",
        "service": service,
        "environment": "production" if number % 3 else "staging",
        "account": {"provider_a": f"10000000000{number % 3 + 1}", "provider_b": "web-frontend"}[provider],
        "tag": "team=web" if number % 2 else None,
        "monthly_savings": savings,
        "current_spending": spending,
        "savings_percentage": round(savings / spending * 100, 2),
        "status": status,
        "actions": {
            "description": TEXTS[number % 4],
            "overview": "Measured usage stays far below what is paid for.",
            "implementation_process": None,
            "execution_method": "one-click",
            "key_takeaway": None,
            "operational_impact": "A restart of one minute.",
        },
        "terms_accepted_at": at(number) if accepted else None,
        "saving_accepted_by": "maria@company.example" if accepted else None,
        "created_at": at(40 + number),
        "updated_at": at(number),
        "linked_to": None,
    }


RECOMMENDATIONS = [recommendation("provider_a", n, status) for n, status in enumerate(STATUSES, start=1)]
RECOMMENDATIONS += [recommendation("provider_b", n, status) for n, status in
                    enumerate(("available", "pending", "optimized"), start=1)]
BY_ID = {row["recommendation_id"]: row for row in RECOMMENDATIONS}
BY_ID["rec-a-01"]["linked_to"] = {"order": "first", "recommendation_ids": ["rec-a-04"]}
BY_ID["rec-a-04"]["linked_to"] = {
    "order": "second", "recommendation_id": "rec-a-01", "monthly_savings": BY_ID["rec-a-01"]["monthly_savings"],
    "execution_order": 2,
}

AVAILABLE = ("available",)
PENDING = ("pending", "processing", "in_progress")


def savings(provider: str, statuses: tuple[str, ...]) -> float:
    return sum(row["monthly_savings"] for row in RECOMMENDATIONS
               if row["provider"] == provider and row["status"] in statuses)


def potential_savings(provider: str) -> float | None:
    return savings(provider, AVAILABLE + PENDING) if provider in MEASURED else None


TARGETS = {
    "rec-a-02": [
        {"repo_full_name": "company/infrastructure", "installation_id": 7001,
         "pr_url": "https://git.company.example/company/infrastructure/pull/42", "pr_number": 42, "pr_status": "open",
         "opened_at": at(2), "error_message": None},
        {"repo_full_name": "company/legacy", "installation_id": 7001, "pr_url": None, "pr_number": None,
         "pr_status": None, "opened_at": None, "error_message": "No file declares the resource."},
    ]
}

# audit number, recommendation, months ago, verification, lines of (usage type, quantity, unit, unit price)
AUDITS = [
    (501, "rec-a-11", 1, "auto-by-worker", [("instance-hours", 720, "hour", 0.125), ("disk", 400, "gb", 0.1)]),
    (502, "rec-a-12", 0, "pending", [("instance-hours", 360, "hour", 0.25)]),
    (503, "rec-b-03", 2, "manual-verified", [("core-hours", 1440, "hour", 0.05), ("egress", 200, "gb", 0.08),
                                             ("snapshots", 100, "gb", -0.02)]),
]


def audit_lines(number: int, lines: list[tuple]) -> list[dict[str, Any]]:
    return [
        {"id": number * 10 + n, "usage_type": name, "usage_quantity": quantity, "usage_unit": unit,
         "unit_price_usd": price, "savings_usd": round(quantity * price, 4), "operation": "run"}
        for n, (name, quantity, unit, price) in enumerate(lines)
    ]


def audit(number: int, recommendation_id: str, back: int, verification: str, lines: list[tuple]) -> dict[str, Any]:
    month = month_start(today(), back)
    settled = back > 0
    start = datetime.combine(month, time(), timezone.utc)
    end = datetime.combine(month_end(month) + timedelta(days=1), time(), timezone.utc)
    source = BY_ID[recommendation_id]
    items = audit_lines(number, lines)
    saved = round(sum(line["savings_usd"] for line in items), 4)
    event = {
        "cloud_event_id": f"event-{number}",
        "cloud_event_name": "ModifyInstance",
        "cloud_event_time": start,
        "actor_principal": "role/optimizer",
        "actor_type": "role",
        "actor_ip": "192.0.2.10",
    }
    evidence = {"console": "Changed in the maintenance window."}
    return {
        "id": number, "savings_id": recommendation_id, "recommendation_id": recommendation_id,
        "approved_by": "maria@company.example", "applied_via": "dashboard", "implementation_method": "one-click",
        "first_view_at": start - timedelta(days=3), "first_view_channel": "dashboard", "view_count_at_audit": 4,
        "dashboard_viewer": "maria@company.example", "dashboard_view_id": number + 3000,
        "provider": source["provider"], "cloud_resource_id": f"resource-{number}", "service": source["service"],
        "account_id": source["account"], "region": "region-1", "environment": source["environment"],
        "verification": verification, "implemented_at": start, **event, "evidence": evidence,
        "technical_details": {**event, "evidence": evidence} if verification == "manual-verified" else None,
        "execution_logs": [], "execution_steps": [], "billing_period": f"{month:%Y-%m}",
        "billing_period_start": start, "billing_period_end": end,
        "days_active_in_period": (end - start).days if settled else (today() - month).days + 1,
        "estimated_savings_usd": source["monthly_savings"],
        "realized_savings_usd": saved if settled else None,
        "realized_savings_in_progress_usd": None if settled else saved,
        "realized_savings_7d_usd": round(saved * 7 / 30, 2) if settled else None,
        "realized_savings_30d_usd": saved if settled else None,
        "snapshot_7d_at": start + timedelta(days=7) if settled else None,
        "snapshot_30d_at": start + timedelta(days=30) if settled else None,
        "realized_basis": "billing_lines", "calculator_version": "2.1",
        "detected_at": start + timedelta(hours=1), "settled_at": end if settled else None,
        "frozen_at": end if settled else None, "updated_at": end if settled else start, "lines": items,
    }


def audits() -> dict[int, dict[str, Any]]:
    return {row[0]: audit(*row) for row in AUDITS}


def saved_to_date(provider: str) -> float:
    return round(sum((row["realized_savings_usd"] or row["realized_savings_in_progress_usd"])
                     for row in audits().values() if row["provider"] == provider), 4)
