from datetime import date, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

import advice
from common import ApiError, Envelope, Paging, ok
from ledger import MEASURED, PROVIDERS
from routers.costs import Provider, forecast_of

router = APIRouter(prefix="/api/v1", tags=["recommendations"])

Heading = Literal["available", "pending", "processing", "optimized", "rejected", "unavailable"]
SortColumn = Literal["recommendation_id", "service", "environment", "account", "tag", "monthly_savings",
                     "savings_percentage", "status"]
ROW = ("recommendation_id", "service", "environment", "account", "tag", "monthly_savings", "savings_percentage",
       "status", "actions", "terms_accepted_at", "saving_accepted_by", "created_at", "updated_at", "linked_to")


class ProviderSavings(BaseModel):
    provider_id: str
    provider: str
    total_savings: float


class AuditSummary(BaseModel):
    total_monthly_savings: float
    total_monthly_savings_percentage: float | None
    total_annual_savings: float
    payback: float | None
    average_roi: float | None
    total_savings: float
    providers: list[ProviderSavings]


class RepositoryTarget(BaseModel):
    repo_full_name: str
    installation_id: int
    pr_url: str | None
    pr_number: int | None
    pr_status: str | None
    opened_at: datetime | None
    error_message: str | None


class RepositoryTargets(BaseModel):
    recommendation_id: str
    items: list[RepositoryTarget]


def known(recommendation_id: str) -> dict[str, Any]:
    if recommendation_id not in advice.BY_ID:
        raise ApiError(404, f"The recommendation '{recommendation_id}' does not exist.")
    return advice.BY_ID[recommendation_id]


def text_of(row: dict[str, Any]) -> str:
    parts = [row[name] for name in ROW if isinstance(row[name], str)]
    return " ".join([*parts, *(text or "" for text in row["actions"].values())]).lower()


@router.get("/providers/{provider_id}/recommendations")
async def list_recommendations(
    provider: Provider,
    paging: Annotated[Paging, Depends()],
    start: date | None = None,
    end: date | None = None,
    search: str = "",
    service: Annotated[list[str], Query()] = [],
    environment: Annotated[list[str], Query()] = [],
    account: Annotated[list[str], Query()] = [],
    tag: Annotated[list[str], Query()] = [],
    service_not: Annotated[list[str], Query()] = [],
    environment_not: Annotated[list[str], Query()] = [],
    account_not: Annotated[list[str], Query()] = [],
    tag_not: Annotated[list[str], Query()] = [],
    display_status: Annotated[list[Heading], Query()] = [],
    sort_by: SortColumn = "monthly_savings",
    sort_order: Literal["asc", "desc"] = "desc",
):
    wanted = {"service": service, "environment": environment, "account": account, "tag": tag}
    unwanted = {"service": service_not, "environment": environment_not, "account": account_not, "tag": tag_not}
    headings = {"in_progress": "processing", "failed": "unavailable"}
    found = [
        row
        for row in advice.RECOMMENDATIONS
        if row["provider"] == provider
        and search.lower() in text_of(row)
        and all(not values or row[name] in values for name, values in wanted.items())
        and all(row[name] not in values for name, values in unwanted.items())
        and (not display_status or headings.get(row["status"], row["status"]) in display_status)
        and (start is None or row["created_at"].date() >= start)
        and (end is None or row["created_at"].date() <= end)
    ]
    found.sort(key=lambda row: row["recommendation_id"])
    found.sort(key=lambda row: (row[sort_by] is not None, row[sort_by] or ""), reverse=sort_order == "desc")
    rows = [{name: row[name] for name in ROW} for row in found]
    return ok({"total_savings": sum(row["monthly_savings"] for row in found), **paging.cut(rows)})


@router.get("/providers/{provider_id}/recommendations/overview")
async def overview(provider: Provider):
    return ok({
        "total_spend": forecast_of(provider, "month", "after").get("booked_to_date"),
        "available_savings": advice.savings(provider, advice.AVAILABLE),
        "pending_savings": advice.savings(provider, advice.PENDING),
        "saved_itd": advice.saved_to_date(provider),
        "potential_savings": advice.potential_savings(provider),
    })


@router.get("/recommendations/audit/summary", response_model=Envelope[AuditSummary])
async def audit_summary():
    monthly = round(sum(row["realized_savings_30d_usd"] or 0 for row in advice.audits().values()), 4)
    saved = {provider: advice.saved_to_date(provider) for provider in MEASURED}
    return ok({
        "total_monthly_savings": monthly,
        "total_monthly_savings_percentage": 4.2,
        "total_annual_savings": monthly * 12,
        "payback": 1.5,
        "average_roi": 3.2,
        "total_savings": round(sum(saved.values()), 4),
        "providers": [
            {"provider_id": provider, "provider": PROVIDERS[provider], "total_savings": amount}
            for provider, amount in saved.items()
        ],
    })


@router.get("/recommendations/audit/realized/{audit_id}")
async def realized_savings_audit(audit_id: int):
    found = advice.audits().get(audit_id)
    if found is None:
        raise ApiError(404, f"The audit {audit_id} does not exist.")
    return ok(found)


@router.get("/recommendations/{recommendation_id}/details")
async def details(row: Annotated[dict, Depends(known)]):
    rest = {name: row[name] for name in ROW if name not in ("terms_accepted_at", "saving_accepted_by", "updated_at")}
    return ok({
        **rest,
        "resource_type": "instance",
        "region": "region-1",
        "analysis_period": "last 30 days",
        "annual_savings": row["monthly_savings"] * 12,
        "current_spending": row["current_spending"],
        "tags": [row["tag"]] if row["tag"] else [],
        "resource_console_url": None,
        "implementation_tags": ["one-click"],
        "comparison": [{"label": "Size", "current_value": "8 vCPU", "new_value": "4 vCPU"}],
        "metrics": [],
        "risk": {"level": "low", "factors": [{"factor": "Load", "detail": "The peak is at 30 %."}], "sources": ["cpu"]},
        "implementation_steps": [{"action": "Resize", "detail": "Stop, change the type, start."}],
        "iam_role_arn": None,
        "manual_instructions": None,
    })


@router.get("/repo-binding/recommendations/{recommendation_id}/targets", tags=["repo-bindings"],
            response_model=Envelope[RepositoryTargets])
async def targets(row: Annotated[dict, Depends(known)]):
    identifier = row["recommendation_id"]
    return ok({"recommendation_id": identifier, "items": advice.TARGETS.get(identifier, [])})
