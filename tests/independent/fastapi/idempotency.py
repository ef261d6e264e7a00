"""Stored responses of writes, by API key and idempotency key, as a route class."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from fastapi import Request, Response
from fastapi.routing import APIRoute

from common import ApiError, failure, key_of, now

RETENTION = timedelta(hours=24)
UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)

stored: dict[tuple[str, str], tuple[datetime, int, bytes]] = {}
in_flight: set[tuple[str, str]] = set()


class IdempotentRoute(APIRoute):
    def get_route_handler(self) -> Callable:
        handler = super().get_route_handler()

        async def idempotent(request: Request) -> Response:
            key, value = key_of(request.headers.get("authorization")), request.headers.get("idempotency-key")
            if key is None or value is None or request.method not in ("POST", "PUT", "PATCH"):
                return await handler(request)
            if not UUID4.fullmatch(value):
                return failure(422, "The Idempotency-Key is not a version 4 UUID.", {"header": "Idempotency-Key"})
            return await once((key, value.lower()), handler, request)

        return idempotent


async def once(entry: tuple[str, str], handler: Callable, request: Request) -> Response:
    found = stored.get(entry)
    if found and found[0] > now() - RETENTION:
        headers = {"Idempotent-Replayed": "true"}
        return Response(found[2], status_code=found[1], headers=headers, media_type="application/json")
    if entry in in_flight:
        raise ApiError(409, "A request with this Idempotency-Key is still in flight.")
    in_flight.add(entry)
    try:
        response = await handler(request)
    finally:
        in_flight.discard(entry)
    if response.status_code < 400:
        stored[entry] = (now(), response.status_code, response.body)
    return response
