from datetime import timedelta
from typing import Any

from fastapi import APIRouter

import measures
from common import month_start, ok, pct, today
from ledger import ACCOUNTS, Commitment, total, usd
from measures import covered, fee_monthly, running, uncovered, unused_monthly
from routers.commitments import CommitmentType
from routers.portfolio import purchases
from routers.rates import accounts_of

router = APIRouter(prefix="/api/v1/commitments", tags=["commitments"])


@router.get("/overview")
async def overview(commitment_type: CommitmentType = "all", provider: str = "provider_a"):
    if provider != "provider_a":
        figures = dict.fromkeys(OVERVIEW_FIGURES, 0)
        return ok({**figures, "accounts": []})
    items = running(provider, commitment_type)
    period = f"{month_start(today(), 1):%Y-%m}"
    rate = measures.savings_rate(period, "eligible", "provider = ?", provider)
    ids = {item.id for item in items}
    accounts = [overview_account(account, period, ids) for account in accounts_of(provider)]
    saved = sum(account["monthly_saved"] for account in accounts)
    purchasable = [row for row in purchases() if commitment_type in ("all", row["instrument"])]
    for account in accounts:
        account["could_save_additional"] = round(
            sum(row["monthly_savings"] for row in purchasable if row["account_id"] == account["account_id"]), 4)
    figures = coverage_of(items)
    return ok({
        "global_esr": pct(saved, rate["on_demand_equivalent"]),
        "benchmark_esr": None,
        "total_committed_monthly": sum(fee_monthly(item) for item in items),
        "total_cloud_spend_monthly": sum(account["monthly_spend"] for account in accounts),
        "coverage_pct": figures,
        "coverage_delta_pp": None,
        "estimated_waste_monthly": sum(unused_monthly(item) or 0 for item in items),
        "waste_commitment_count": sum(1 for item in items if unused_monthly(item)),
        "potential_additional_savings_monthly": sum(account["could_save_additional"] for account in accounts),
        "commitment_count": len(items),
        "expiring_count": sum(1 for item in items if item.end - today() <= timedelta(days=30)),
        "accounts": sorted(accounts, key=lambda account: -account["monthly_spend"]),
    })


OVERVIEW_FIGURES = (
    "global_esr", "benchmark_esr", "total_committed_monthly", "total_cloud_spend_monthly", "coverage_pct",
    "coverage_delta_pp", "estimated_waste_monthly", "waste_commitment_count", "potential_additional_savings_monthly",
    "commitment_count", "expiring_count",
)


def coverage_of(items: list[Commitment]) -> float | None:
    spend = sum(covered("commitment_id = ?", item.id) for item in items)
    base = covered("provider = 'provider_a'") + uncovered("provider = 'provider_a'")
    return pct(spend, base)


def overview_account(account: str, period: str, ids: set[str]) -> dict[str, Any]:
    month = "substr(day, 1, 7) = ? and account_id = ?"
    marks = ", ".join("?" * len(ids))
    saved = total("net - net_amortized", f"{month} and commitment_id in ({marks})", period, account, *ids)
    equivalent = total("list", f"{month} and eligible = 1", period, account)
    return {
        "account_id": account,
        "account_name": ACCOUNTS[account],
        "monthly_spend": usd(total("unblended", month, period, account)),
        "esr_pct": pct(saved, equivalent),
        "monthly_saved": usd(saved),
    }
