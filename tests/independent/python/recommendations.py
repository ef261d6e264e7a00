"""Recommendations, and the realized savings of accepted ones."""

from aggregates import OURS, connected, total
from ledger import PROVIDER, month_start, pct, usd
from query import HttpError, invalid


def recommendation(id, service, account, saves, spends, status="available", linked_to=None, day="2024-03-02"):
    return {
        "recommendation_id": id,
        "service": service,
        "environment": None,
        "account": account,
        "tag": None,
        "monthly_savings": saves,
        "savings_percentage": pct(saves, spends),
        "status": status,
        "actions": None,
        "terms_accepted_at": None,
        "saving_accepted_by": None,
        "created_at": f"{day}T08:30:00.125+00:00",
        "updated_at": None,
        "linked_to": linked_to,
        "current_spending": spends,
    }


FIRST = {"order": "first", "recommendation_ids": ["rec.2"]}
SECOND = {"order": "second", "recommendation_id": "α/1", "monthly_savings": 84.5, "execution_order": None}
RECOMMENDATIONS = [
    recommendation("α/1", "vm", "team.web", 84.5, 169, "available", FIRST),
    recommendation("rec.2", "vm", "team.web", 20.25, 84.5, "available", SECOND),
    recommendation("3", "db", "team.données", 64, 320, "pending"),
    recommendation("4%", "db", "42", 12.5, 50, "in_progress"),
    recommendation("5", "kv", "42", 30, 40, "optimized"),
    recommendation("6", "kv", "team.web", 9.75, 39, "rejected"),
    recommendation("7", "blob", "team.web", 3, 12),
    recommendation("8", "blob", "team.web", 1.5, 6, "failed"),
    recommendation("9 b", "support", "42", 100, 400),
]
OPEN = {"available", "pending", "processing", "in_progress"}
AUDITED = {"saved": 412.75, "monthly": 30, "monthly_cost": 3970}


def list_recommendations(ledger, query, provider):
    connected(provider)
    search = (query.text("search") or "").lower()
    rows = [
        {name: value for name, value in one.items() if name != "current_spending"}
        for one in RECOMMENDATIONS
        if any(search in str(one[field]).lower() for field in ("recommendation_id", "service", "account"))
    ]
    return {"total_savings": sum(row["monthly_savings"] for row in rows), **query.page(rows)}


def recommendation_overview(ledger, query, provider):
    connected(provider)

    def saving(statuses):
        return sum(one["monthly_savings"] for one in RECOMMENDATIONS if one["status"] in statuses)

    return {
        "total_spend": usd(total(ledger.days(month_start(ledger.today), ledger.last), "effective")),
        "available_savings": saving({"available"}),
        "pending_savings": saving(OPEN - {"available"}),
        "saved_itd": AUDITED["saved"],
        "potential_savings": saving(OPEN),
    }


def found(id):
    for one in RECOMMENDATIONS:
        if one["recommendation_id"] == id:
            return one
    raise HttpError(404, "Recommendation not found")


def recommendation_details(ledger, query, id):
    one = found(id)
    common_fields = (
        "recommendation_id",
        "service",
        "account",
        "environment",
        "tag",
        "monthly_savings",
        "current_spending",
    )
    return {
        **{
            name: one[name]
            for name in (*common_fields, "savings_percentage", "actions", "status", "created_at", "linked_to")
        },
        "resource_type": None,
        "region": None,
        "analysis_period": None,
        "annual_savings": one["monthly_savings"] * 12,
        "tags": [],
        "resource_console_url": None,
        "implementation_tags": [],
        "comparison": [{"label": "size", "current_value": "4 units", "new_value": "2 units"}],
        "metrics": [],
        "risk": None,
        "implementation_steps": [],
        "iam_role_arn": None,
        "manual_instructions": None,
    }


def targets(ledger, query, id):
    found(id)
    items = [
        {
            "repo_full_name": "shop/infra",
            "installation_id": 31,
            "pr_url": "https://code.example.com/shop/infra/pull/8",
            "pr_number": 8,
            "pr_status": "merged",
            "opened_at": "2024-03-03T10:00:00.5+00:00",
            "error_message": None,
        }
    ]
    return {"recommendation_id": id, "items": items if id == "5" else []}


def audit_summary(ledger, query):
    saved = AUDITED["saved"]
    return {
        "total_monthly_savings": AUDITED["monthly"],
        "total_monthly_savings_percentage": pct(
            AUDITED["monthly"], AUDITED["monthly_cost"] + AUDITED["monthly"]
        ),
        "total_annual_savings": AUDITED["monthly"] * 12,
        "payback": None,
        "average_roi": None,
        "total_savings": saved,
        "providers": [{"provider_id": OURS, "provider": PROVIDER["provider_name"], "total_savings": saved}],
    }


def audit(ledger, query, id):
    if not id.isascii() or not id.lstrip("-").isdigit():
        raise invalid("audit_id", "an integer")
    if id != "12":
        raise HttpError(404, "Audit not found")
    event = {
        "cloud_event_id": "E/1",
        "cloud_event_name": "Resize",
        "cloud_event_time": "2024-04-02T10:00:00.000+00:00",
        "actor_principal": "ops",
        "actor_type": "user",
        "actor_ip": "192.0.2.7",
        "evidence": {},
    }
    lines = [
        {
            "id": 1,
            "usage_type": "hours",
            "usage_quantity": 100,
            "usage_unit": "h",
            "unit_price_usd": 0.25,
            "operation": "run",
        },
        {
            "id": 2,
            "usage_type": "disk",
            "usage_quantity": 40,
            "usage_unit": "GB",
            "unit_price_usd": 0.125,
            "operation": "store",
        },
    ]
    for line in lines:
        line["savings_usd"] = line["usage_quantity"] * line["unit_price_usd"]
    return {
        **event,
        "technical_details": event,
        "id": 12,
        "savings_id": "S.1",
        "recommendation_id": "5",
        "approved_by": "ops",
        "applied_via": "console",
        "implementation_method": "manual",
        "first_view_at": "2024-04-01T10:00:00.000+00:00",
        "first_view_channel": "api",
        "view_count_at_audit": 3,
        "dashboard_viewer": "ops",
        "dashboard_view_id": 4,
        "provider": OURS,
        "cloud_resource_id": "kv/1",
        "service": "kv",
        "account_id": "42",
        "region": "us-9",
        "environment": None,
        "verification": "manual-verified",
        "implemented_at": "2024-04-02T10:00:00.000+00:00",
        "execution_logs": [],
        "execution_steps": [],
        "billing_period": "2024-04",
        "billing_period_start": "2024-04-01T00:00:00.000+00:00",
        "billing_period_end": "2024-05-01T00:00:00.000+00:00",
        "days_active_in_period": 29,
        "estimated_savings_usd": 30,
        "realized_savings_usd": sum(line["savings_usd"] for line in lines),
        "realized_savings_in_progress_usd": 0,
        "realized_savings_7d_usd": 7,
        "realized_savings_30d_usd": 30,
        "snapshot_7d_at": "2024-04-09T10:00:00.000+00:00",
        "snapshot_30d_at": "2024-05-02T10:00:00.000+00:00",
        "realized_basis": "invoice",
        "calculator_version": "2",
        "detected_at": "2024-04-03T00:00:00.000+00:00",
        "settled_at": "2024-05-05T00:00:00.000+00:00",
        "frozen_at": "2024-05-06T00:00:00.000+00:00",
        "updated_at": None,
        "lines": lines,
    }
