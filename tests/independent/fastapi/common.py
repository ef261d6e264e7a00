"""The response envelope, errors, paging and authentication, shared by all routers."""

import hashlib
import os
from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

T = TypeVar("T")

CODES = {
    400: "BAD_REQUEST",
    401: "AUTHENTICATION_ERROR",
    403: "AUTHORIZATION_ERROR",
    404: "NOT_FOUND",
    409: "CONFLICT",
    422: "VALIDATION_ERROR",
    429: "RATE_LIMIT_EXCEEDED",
    500: "INTERNAL_SERVER_ERROR",
}


# Figures depend on the day: on some, a fault changes nothing that can be seen.
START = datetime(2026, 11, 22, 12, tzinfo=timezone.utc)
_started = datetime.now(timezone.utc)


def now() -> datetime:
    return START + (datetime.now(timezone.utc) - _started)


def today() -> date:
    return now().date()


class Envelope(BaseModel, Generic[T]):
    success: bool
    timestamp: datetime
    data: T


class Pagination(BaseModel):
    total_items: int
    total_pages: int
    current_page: int
    page_size: int
    has_next: bool
    has_previous: bool


class Page(BaseModel, Generic[T]):
    items: list[T]
    pagination: Pagination


class ApiError(Exception):
    def __init__(self, status: int, message: str, details: Any = None, headers: dict[str, str] | None = None):
        self.status, self.message, self.details, self.headers = status, message, details, headers


def ok(data: Any) -> dict[str, Any]:
    return {"success": True, "timestamp": now(), "data": data}


def failure(status: int, message: str, details: Any = None, headers: dict[str, str] | None = None) -> JSONResponse:
    code = CODES.get(status, "BAD_REQUEST" if status < 500 else "INTERNAL_SERVER_ERROR")
    error = {"code": code, "message": message, "details": details}
    body = {"success": False, "error": error, "timestamp": now().isoformat()}
    return JSONResponse(body, status_code=status, headers=headers)


class Paging:
    def __init__(
        self,
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        page_size: Annotated[int, Query(ge=1, le=100)] = 25,
    ):
        self.page, self.size = page, page_size

    def cut(self, rows: list) -> dict[str, Any]:
        pages = -(-len(rows) // self.size)
        offset = (self.page - 1) * self.size
        pagination = {
            "total_items": len(rows),
            "total_pages": pages,
            "current_page": self.page,
            "page_size": self.size,
            "has_next": self.page < pages,
            "has_previous": self.page > 1 and pages > 0,
        }
        return {"items": rows[offset : offset + self.size], "pagination": pagination}


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


API_KEYS = {digest(key) for key in os.environ.get("COST_CONTRACT_API_KEYS", "test_key").split(",")}
bearer = HTTPBearer(auto_error=False)


def key_of(authorization: str | None) -> str | None:
    """The digest of a valid key in an Authorization header."""
    scheme, _, key = (authorization or "").partition(" ")
    hashed = digest(key.strip())
    return hashed if scheme.lower() == "bearer" and hashed in API_KEYS else None


def require_key(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    if credentials is None or digest(credentials.credentials) not in API_KEYS:
        raise ApiError(401, "Send a valid API key as bearer token.", headers={"WWW-Authenticate": "Bearer"})
    return digest(credentials.credentials)


def days_between(start: date, end: date) -> list[date]:
    return [start + timedelta(days=n) for n in range((end - start).days + 1)]


def month_start(day: date, back: int = 0) -> date:
    months = day.year * 12 + day.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def month_end(day: date) -> date:
    return month_start(day, -1) - timedelta(days=1)


def pct(part: float, whole: float) -> float | None:
    return round(part / whole * 100, 2) if whole else None


def change(current: float, before: float | None) -> float | None:
    return round((current - before) / before * 100, 2) if before else None
