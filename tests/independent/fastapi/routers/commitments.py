from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

import measures
from common import ApiError, Envelope, Page, Paging, ok
from ledger import ACCOUNTS, BY_ID, COMMITMENTS, Commitment, monthly, total, usd, window
from measures import covered, fee_monthly, label, unused_monthly, use_of, utilization_pct

router = APIRouter(prefix="/api/v1/commitments", tags=["commitments"])

Kind = Literal["reserved_instance", "savings_plan", "committed_use_discount", "spend_commitment"]
State = Literal["active", "queued", "queued-deleted", "payment-pending", "payment-failed", "retired"]
CommitmentType = Literal["all", "ri", "sp"]
Period = Annotated[str | None, Query(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")]


class CommitmentRow(BaseModel):
    id: str
    provider: str
    service: str
    service_label: str
    account_id: str
    account_name: str
    region: str
    kind: Kind
    start_date: date
    end_date: date
    status: str
    current_utilization_pct: float | None
    current_coverage_pct: float | None
    monthly_commitment_usd: float


class SavingsRate(BaseModel):
    measured: bool
    on_demand_equivalent: float | None
    effective_cost: float | None
    commitment_saved: float | None
    negotiated_saved: float | None
    total_saved: float | None
    commitment_rate_pct: float | None
    negotiated_rate_pct: float | None
    total_rate_pct: float | None


class AccountSavingsRate(SavingsRate):
    account_id: str
    account_name: str


class EffectiveSavingsRate(BaseModel):
    period: str
    scope: str
    measured_share_pct: float
    totals: SavingsRate
    accounts: list[AccountSavingsRate]


def row_of(item: Commitment) -> dict[str, Any]:
    return {
        "id": item.id,
        "provider": item.provider,
        "service": item.service,
        "service_label": label(item.service),
        "account_id": item.account,
        "account_name": ACCOUNTS[item.account],
        "region": item.region,
        "kind": item.kind,
        "start_date": item.start,
        "end_date": item.end,
        "status": item.status,
        "current_utilization_pct": utilization_pct(item),
        "current_coverage_pct": measures.coverage_pct(item),
        "monthly_commitment_usd": fee_monthly(item),
    }


def commitment(commitment_id: str) -> Commitment:
    if commitment_id not in BY_ID:
        raise ApiError(404, f"The commitment '{commitment_id}' does not exist.")
    return BY_ID[commitment_id]


Found = Annotated[Commitment, Depends(commitment)]


@router.get("", response_model=Envelope[Page[CommitmentRow]])
async def list_commitments(
    paging: Annotated[Paging, Depends()],
    provider: str | None = None,
    kind: Kind | None = None,
    status: str | None = None,
):
    found = [
        item
        for item in COMMITMENTS
        if provider in (None, item.provider) and kind in (None, item.kind) and status in (None, item.status)
    ]
    return ok(paging.cut([row_of(item) for item in found]))


@router.get("/inventory")
async def inventory(
    instrument: Literal["ri", "sp"],
    service: str | None = None,
    state: State | None = None,
    provider: str = "provider_a",
):
    found = [
        inventory_row(item)
        for item in COMMITMENTS
        if (item.provider, item.instrument) == (provider, instrument)
        and service in (None, item.service)
        and state in (None, item.state)
    ]
    return ok({"provider": provider, "instrument": instrument, "rows": found})


def inventory_row(item: Commitment) -> dict[str, Any]:
    used, purchased = use_of(item)
    upfront = item.units * item.hourly * item.term_months * 730 * item.upfront_share / 10_000
    hourly = item.hourly * (1 - item.upfront_share) / 10_000
    covered_list = monthly(covered("commitment_id = ?", item.id, price="list"))
    row = {
        "id": item.id,
        "account_id": item.account,
        "account_name": ACCOUNTS[item.account],
        "kind": item.kind,
        "state": item.state,
        "payment_option": item.payment_option,
        "start": item.start,
        "end": item.end,
        "end_at": item.end_at,
        "end_is_derived": False,
        "term_months": item.term_months,
        "currency": "USD",
        "arn": item.id if item.kind == "savings_plan" else None,
        "tags": {},
        "tag": None,
        "product_description": None,
        "committed_monthly": fee_monthly(item),
        "saved_monthly": round(covered_list - fee_monthly(item), 4) if item.running else None,
        "unused_monthly": unused_monthly(item),
        "on_demand": on_demand_of(item) if item.running else None,
    }
    if item.instrument == "sp":
        return row | {
            "plan_type": item.service,
            "commitment_hourly": item.units * item.hourly / 10_000,
            "region": None,
            "instance_family": None,
            "product_types": [item.service],
            "upfront": upfront,
            "recurring_hourly": item.units * hourly,
            "recurring_monthly": item.units * hourly * 730,
            "returnable_until": None,
        }
    return row | {
        "service": item.service,
        "service_label": label(item.service),
        "resource": item.resource,
        "qty": item.units,
        "region": item.region,
        "fixed_price": upfront / item.units,
        "recurring_hourly": hourly,
        "usage_hourly": None,
        "offering_class": "standard" if item.service == "compute" else None,
        "scope": "region" if item.service == "compute" else None,
        "availability_zone": None,
        "tenancy": "shared" if item.service == "compute" else None,
        "multi_az": False if item.service == "database" else None,
        "node_offering": "standard-node" if item.service == "cache" else None,
        "reservation_name": None,
    }


def on_demand_of(item: Commitment) -> dict[str, Any]:
    first, last = window()
    cost = usd(covered("commitment_id = ?", item.id))
    charged = usd(total("net_amortized", "commitment_id = ? and charge_type = 'covered_usage' and day between ? and ?",
                        item.id, first, last))
    return {
        "currency": "USD",
        "measured_from": first,
        "measured_to": last,
        "on_demand_cost": cost,
        "covered_cost": charged,
        "unit_hours": None if item.in_dollars else use_of(item)[0],
        "daily_on_demand_cost": cost / 30,
    }
