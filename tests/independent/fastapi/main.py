"""Cloud Cost and Commitment Analytics API. Usage: python main.py PORT (0 for a free one)."""

import socket
import sys
import time
import uuid
from collections import defaultdict, deque

import uvicorn
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from common import ApiError, failure, key_of, require_key
from routers import (
    breakdown, commitments, costs, overview, portfolio, providers, rates, recommendations, renewals, tags, webhooks,
)
from tag_keys import KEYS

RATE_LIMIT, RATE_WINDOW = 600, 60.0

app = FastAPI(title="Cloud Cost and Commitment Analytics API", redirect_slashes=False)
for module in (commitments, overview, rates, portfolio, renewals, costs, breakdown, recommendations, providers, tags,
               webhooks):
    app.include_router(module.router, dependencies=[Depends(require_key)])


@app.get("/.well-known/cost-contract.json", include_in_schema=False)
async def fixtures():
    """Identifiers that no operation lists, for the conformance suite."""
    key = KEYS["vk-cost-center"]
    return {"audit_id": 501, "tag_key": {"id": key["id"], "name": key["name"], "version": key["rules_version"]}}


calls: dict[str, deque[float]] = defaultdict(deque)


@app.middleware("http")
async def rate_limit(request: Request, call_next):
    key = key_of(request.headers.get("authorization"))
    if key is None:
        return await call_next(request)
    recent, instant = calls[key], time.monotonic()
    while recent and recent[0] <= instant - RATE_WINDOW:
        recent.popleft()
    if len(recent) >= RATE_LIMIT:
        wait = max(int(recent[0] + RATE_WINDOW - instant) + 1, 1)
        return failure(429, "More than 600 requests in a minute.", headers={"Retry-After": str(wait)})
    recent.append(instant)
    return await call_next(request)


@app.middleware("http")
async def request_id(request: Request, call_next):
    response = await call_next(request)
    response.headers["X-Request-Id"] = str(uuid.uuid4())
    return response


@app.exception_handler(ApiError)
async def on_api_error(_: Request, error: ApiError):
    return failure(error.status, error.message, error.details, error.headers)


@app.exception_handler(HTTPException)
async def on_http_exception(_: Request, error: HTTPException):
    return failure(error.status_code, str(error.detail), headers=error.headers)


@app.exception_handler(RequestValidationError)
async def on_validation_error(_: Request, error: RequestValidationError):
    faults = [{"field": ".".join(map(str, fault["loc"])), "message": fault["msg"]} for fault in error.errors()]
    if any(fault["type"] == "json_invalid" for fault in error.errors()):
        return failure(400, "The body is not valid JSON.", faults)
    return failure(422, "The request is not valid.", faults)


@app.exception_handler(Exception)
async def on_exception(_: Request, __: Exception):
    return failure(500, "The server failed.")


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
