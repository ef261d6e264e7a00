import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import AfterValidator, AnyHttpUrl, BaseModel, ConfigDict, Field

from common import ApiError, Envelope, now, ok
from idempotency import IdempotentRoute

router = APIRouter(prefix="/api/v1/webhooks", tags=["webhooks"], route_class=IdempotentRoute)


def web_address(url: str) -> str:
    """Validates the address and returns it as it was sent; a parsed URL would be rewritten."""
    AnyHttpUrl(url)
    return url


class EndpointCreate(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: Annotated[str, AfterValidator(web_address)]
    event_types: list[str] = Field(min_length=1)
    description: str | None = None


class Endpoint(BaseModel):
    id: str
    url: str
    event_types: list[str]
    description: str | None
    created_at: datetime


class Deleted(BaseModel):
    id: str
    deleted: bool


endpoints: dict[str, Endpoint] = {}


@router.post("/endpoints", status_code=201, response_model=Envelope[Endpoint])
async def create_endpoint(body: EndpointCreate):
    endpoint = Endpoint(id=f"we_{uuid.uuid4().hex}", created_at=now(), **body.model_dump())
    endpoints[endpoint.id] = endpoint
    return ok(endpoint)


@router.delete("/endpoints/{endpoint_id}", response_model=Envelope[Deleted])
async def delete_endpoint(endpoint_id: str):
    if endpoints.pop(endpoint_id, None) is None:
        raise ApiError(404, f"The webhook endpoint '{endpoint_id}' does not exist.")
    return ok({"id": endpoint_id, "deleted": True})
