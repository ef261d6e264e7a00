from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from common import Envelope, days_between, ok, today
from ledger import PROVIDERS, total, usd
from routers.costs import period_of

router = APIRouter(prefix="/api/v1/providers", tags=["providers"])


class Provider(BaseModel):
    provider_id: str
    provider_name: str


class Budget(BaseModel):
    budget_id: str
    display_name: str
    calendar_period: str
    amount_usd: float | None
    amount_kind: str
    spent: float
    forecast: float | None
    burn_pct: float | None
    thresholds: list[float]
    approximate: bool


class Budgets(BaseModel):
    items: list[Budget]


@router.get("", response_model=Envelope[list[Provider]])
async def list_providers():
    return ok([{"provider_id": key, "provider_name": name} for key, name in PROVIDERS.items()])


# identifier, name, horizon of the period, amount in dollars, the service it is limited to
BUDGETS = [
    ("budget-compute", "Compute", "month", 1500.0, "compute"),
    ("budget-everything", "Everything", "quarter", 4000.0, None),
]


@router.get("/provider_b/budgets", response_model=Envelope[Budgets])
async def budgets():
    return ok({"items": [budget(*row) for row in BUDGETS]})


def budget(identifier: str, name: str, horizon: str, amount: float, service: str | None) -> dict[str, Any]:
    first, last = period_of(horizon)
    spent = usd(total("unblended - credit", "provider = 'provider_b' and day >= ? and ? in ('', service)",
                      first.isoformat(), service or ""))
    elapsed = (today() - first).days
    return {
        "budget_id": identifier,
        "display_name": name,
        "calendar_period": horizon.upper(),
        "amount_usd": amount,
        "amount_kind": "specified",
        "spent": spent,
        "forecast": round(spent / elapsed * len(days_between(first, last)), 4) if elapsed else None,
        "burn_pct": round(spent / amount * 100, 2),
        "thresholds": [50, 90, 100],
        "approximate": False,
    }
