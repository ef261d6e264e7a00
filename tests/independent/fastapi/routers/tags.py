from copy import deepcopy
from typing import Annotated, Any, Literal

from fastapi import APIRouter, BackgroundTasks
from pydantic import BaseModel, ConfigDict, Field

import tag_keys
from common import ApiError, ok
from idempotency import IdempotentRoute

router = APIRouter(prefix="/api/v1/tags", tags=["tags"], route_class=IdempotentRoute)

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Condition(Input):
    dimension: str
    key: str | None = None
    operator: str = "is"
    values: list[str] = []


class Rule(Input):
    providers: list[str] = []
    conditions: list[Condition]


class Filter(Input):
    rules: list[Rule]


class TimeFrame(Input):
    start: Day | None
    end: Day | None


class AssignValue(Input):
    type: Literal["value"]
    value: str


class Split(Input):
    value: str
    pct: float = Field(gt=0, le=100)


class AssignPercent(Input):
    type: Literal["percent"]
    splits: list[Split]


class Source(Input):
    origin: str
    key: str


class AssignCostBased(Input):
    type: Literal["cost_based"]
    input_filter: Filter
    source: Source


class Config(Input):
    filter: Filter
    time_frame: TimeFrame | None = None
    assign: Annotated[AssignValue | AssignPercent | AssignCostBased, Field(discriminator="type")]


class Scope(Input):
    providers: list[str]


class CollapsedKey(Input):
    source: Source
    scope: Scope | None = None
    value_prefix: str = ""


class VirtualTagKeyUpdate(Input):
    name: str = Field(min_length=1)
    expected_version: int = Field(ge=0, strict=True)
    description: str = ""
    effective_from: Annotated[str, Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")] | None = None
    can_override: bool = False
    collapsed_keys: list[CollapsedKey] = []
    configs: list[Config] = []


@router.put("/virtual/{key_id}")
async def update_virtual_tag_key(key_id: str, body: VirtualTagKeyUpdate, background: BackgroundTasks):
    key = tag_keys.KEYS.get(key_id)
    if key is None:
        raise ApiError(404, f"The virtual tag key '{key_id}' does not exist.")
    if body.expected_version != key["rules_version"]:
        raise ApiError(409, "The key has changed.", {"rules_version": key["rules_version"]})
    key.update(
        name=body.name,
        description=body.description,
        effective_from=body.effective_from or f"{tag_keys.today():%Y-%m}",
        can_override=body.can_override,
        collapsed_keys=positioned(body.collapsed_keys),
        configs=[{"id": f"{key_id}-rule-{row['position']}", **row} for row in positioned(body.configs)],
        rules_version=key["rules_version"] + 1,
    )
    key["job"] = job = tag_keys.new_job(key)
    background.add_task(tag_keys.run_job, key, job)
    return ok({"key": deepcopy(key), "job": deepcopy(job)})


def positioned(models: list[Any]) -> list[dict[str, Any]]:
    return [{**model.model_dump(), "position": n} for n, model in enumerate(models)]
