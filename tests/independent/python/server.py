#!/usr/bin/env python3
"""A small cost service with Python's standard library. Usage: `server.py [PORT]`, 0 for a free port.

COST_CONTRACT_API_KEYS is a comma-separated list of API keys. The first line of output is the URL.
"""

import hmac
import json
import os
import re
import signal
import sys
import time
from collections import deque
from datetime import datetime, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import parse_qsl, unquote

import commitments
import costs
import coverage
import recommendations
import renewals
from ledger import PROVIDER, Ledger
from query import CODES, Query, HttpError
from writes import Store

KEYS = [key for key in os.environ.get("COST_CONTRACT_API_KEYS", "").split(",") if key]
VERSION_4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)
REQUESTS_PER_MINUTE = 600
REPLAY_SECONDS = 24 * 60 * 60
MAX_BODY_BYTES = 1 << 20

ledger = Ledger(datetime.now(timezone.utc).date())
store = Store(ledger)


def now():
    return datetime.now(timezone.utc)


# Handlers by path below /api/v1, with {} for an ID. Reads take (query, *ids).
READS = {
    "commitments": lambda q: commitments.list_commitments(ledger, q),
    "commitments/overview": lambda q: commitments.overview(ledger, q),
    "commitments/inventory": lambda q: commitments.inventory(ledger, q),
    "commitments/utilization": lambda q: coverage.utilization(ledger, q),
    "commitments/coverage-rates": lambda q: coverage.coverage_rates(ledger, q),
    "commitments/esr": lambda q: commitments.esr(ledger, q),
    "commitments/portfolio": lambda q: commitments.portfolio(ledger, q, now()),
    "commitments/by-service": lambda q: coverage.by_service(ledger, q),
    "commitments/uncovered": lambda q: coverage.uncovered_base(ledger, q),
    "commitments/recommendations": lambda q: coverage.recommendations(ledger, q),
    "commitments/contracts": lambda q: commitments.contracts(ledger, q),
    "commitments/coverage": lambda q: coverage.coverage(ledger, q),
    "commitments/detail/{}": lambda q, id: commitments.detail(ledger, q, id),
    "commitments/renewal-plan/{}": lambda q, id: renewals.renewal_plan(ledger, q, now(), id),
    "commitments/renewal-options/{}": lambda q, id: renewals.renewal_options(ledger, q, now(), id),
    "commitments/renewal-quote/{}": lambda q, id: renewals.renewal_quote(ledger, q, now(), id),
    "commitments/renewal/{}": lambda q, id: renewals.renewal(ledger, q, id),
    "costs/forecast": lambda q: costs.forecast(ledger, q),
    "providers": lambda q: [PROVIDER],
    "providers/provider_b/budgets": lambda q: {"items": []},
    "providers/{}/costs/summary": lambda q, id: costs.summary(ledger, q, id),
    "providers/{}/costs/breakdown": lambda q, id: costs.breakdown(ledger, q, id),
    "providers/{}/costs/timeline": lambda q, id: costs.timeline(ledger, q, id),
    "providers/{}/costs/filter-options": lambda q, id: costs.filter_options(ledger, q, id),
    "providers/{}/costs/invoices": lambda q, id: costs.invoices(ledger, q, id),
    "providers/{}/recommendations": lambda q, id: recommendations.list_recommendations(ledger, q, id),
    "providers/{}/recommendations/overview": lambda q, id: recommendations.recommendation_overview(
        ledger, q, id
    ),
    "recommendations/{}/details": lambda q, id: recommendations.recommendation_details(ledger, q, id),
    "recommendations/audit/summary": lambda q: recommendations.audit_summary(ledger, q),
    "recommendations/audit/realized/{}": lambda q, id: recommendations.audit(ledger, q, id),
    "repo-binding/recommendations/{}/targets": lambda q, id: recommendations.targets(ledger, q, id),
}
WRITES = {
    ("POST", "webhooks/endpoints"): lambda body: store.create_endpoint(body, now()),
    ("PUT", "tags/virtual/{}"): lambda body, id: store.update_tag_key(body, now(), id),
}
DELETES = {"webhooks/endpoints/{}": lambda id: store.delete_endpoint(id)}


def routes():
    handlers = [*((("GET", path), read) for path, read in READS.items()), *WRITES.items()]
    handlers += [(("DELETE", path), remove) for path, remove in DELETES.items()]
    # Names precede IDs in the same segment.
    for (method, path), handler in sorted(handlers, key=lambda one: one[0][1].count("{}")):
        yield method, re.compile("/api/v1/" + re.escape(path).replace(r"\{\}", "([^/]+)")), handler


ROUTES = list(routes())


class RateLimit:
    """A sliding window of sixty seconds for each API key."""

    def __init__(self):
        self._lock = Lock()
        self._seen = {key: deque() for key in KEYS}

    def take(self, key):
        """Returns the seconds to wait before the next request, or 0 if this one is allowed."""
        with self._lock:
            seen, at = self._seen[key], time.monotonic()
            while seen and seen[0] <= at - 60:
                seen.popleft()
            if len(seen) >= REQUESTS_PER_MINUTE:
                return int(seen[0] + 60 - at) + 1
            seen.append(at)
            return 0


class Replays:
    """Stored responses by API key and idempotency key, and the keys in flight."""

    def __init__(self):
        self._lock = Lock()
        self._stored = {}
        self._in_flight = set()

    def once(self, key, run):
        """Returns the response, and whether it is a replay."""
        with self._lock:
            if key in self._in_flight:
                raise HttpError(409, "A request with this idempotency key is in flight")
            since, response = self._stored.get(key, (None, None))
            if since is not None and time.monotonic() - since < REPLAY_SECONDS:
                return response, True
            self._in_flight.add(key)
        try:
            response = run()
            with self._lock:
                self._stored[key] = (time.monotonic(), response)
            return response, False
        finally:
            with self._lock:
                self._in_flight.discard(key)


limit, replays = RateLimit(), Replays()


def encoded(body):
    """Encodes JSON with sorted names and escaped non-ASCII letters."""
    return json.dumps({**body, "served_by": "node-7"}, sort_keys=True).encode()


def success(data, timestamp=None):
    return encoded({"success": True, "data": data, "timestamp": timestamp or now().isoformat()})


def decoded(segment):
    if re.search(r"%(?![0-9A-Fa-f]{2})", segment):
        raise HttpError(400, "The path is not percent-encoded correctly")
    try:
        return unquote(segment, errors="strict")
    except UnicodeDecodeError:
        raise HttpError(400, "The path is not UTF-8")


def parsed(body):
    if body is None:
        raise HttpError(400, "The body is too large")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise HttpError(400, "The body is not JSON")
    if not isinstance(value, dict):
        raise HttpError(422, "The body must be a JSON object")
    return value


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class Handler(BaseHTTPRequestHandler):
    server_version = "Ledger/1"
    sys_version = ""

    def handle_request(self):
        try:
            extra, body = self.respond()
            self.send(200, body, extra)
        except HttpError as error:
            self.send_failure(error.status, str(error), getattr(error, "headers", {}))
        except Exception as error:
            print(f"{self.command} failed: {type(error).__name__}: {error}", file=sys.stderr)
            self.send_failure(500, "Internal server error")

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = handle_request

    def respond(self):
        # Reads the body first: closing the connection with unread bytes would reset it and lose the response.
        body = self.read_body()
        raw_path, _, search = self.path.partition("?")
        if raw_path == "/.well-known/cost-contract.json" and self.command == "GET":
            return {}, json.dumps(store.fixtures()).encode()
        method, ids, handler = self.route(raw_path)
        key = self.authenticated()
        wait = limit.take(key)
        if wait:
            error = HttpError(429, f"Rate limit of {REQUESTS_PER_MINUTE} requests per minute exceeded")
            error.headers = {"Retry-After": str(wait)}
            raise error
        ids = [decoded(id) for id in ids]
        if method == "GET":
            try:
                query = Query(parse_qsl(search, keep_blank_values=True, errors="strict"))
            except UnicodeDecodeError:
                raise HttpError(400, "The query is not UTF-8")
            at = format_datetime(now(), usegmt=True) if raw_path.endswith("/provider_b/budgets") else None
            return {}, success(handler(query, *ids), at)
        if method == "DELETE":
            return {}, success(handler(*ids))
        return self.write(key, lambda: success(handler(parsed(body), *ids)))

    def route(self, path):
        for method, pattern, handler in ROUTES:
            found = pattern.fullmatch(path)
            if found and method == self.command:
                return method, found.groups(), handler
        raise HttpError(404, "Route not found")

    def authenticated(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            for key in KEYS:
                if hmac.compare_digest(key.encode(), token.strip().encode()):
                    return key
        error = HttpError(401, "Send a valid API key as a bearer token")
        error.headers = {"WWW-Authenticate": 'Bearer realm="costs"'}
        raise error

    def write(self, key, run):
        def work():
            # Takes a while, so that two identical requests can be in flight.
            time.sleep(0.02)
            return run()

        name = self.headers.get("Idempotency-Key")
        if name is None:
            return {}, run()
        if not VERSION_4.fullmatch(name):
            raise HttpError(422, "Idempotency-Key must be a version 4 UUID")
        body, replayed = replays.once((key, name.lower()), work)
        return ({"Idempotent-Replayed": "true"} if replayed else {}), body

    def read_body(self):
        """Returns the body, or None if it is too large."""
        length = self.headers.get("Content-Length", "0")
        remaining = int(length) if length.isdigit() else 0
        body = b"" if remaining <= MAX_BODY_BYTES else None
        while remaining > 0:
            part = self.rfile.read(min(remaining, 1 << 16))
            if not part:
                break
            remaining -= len(part)
            body = None if body is None else body + part
        return body

    def send_failure(self, status, message, headers=None):
        body = {"success": False, "timestamp": now().isoformat()}
        body["error"] = {
            "code": CODES[status],
            "message": message,
            "details": None,
            "help": "https://costs.example.com/help",
        }
        self.send(status, encoded(body), headers or {})

    def send(self, status, body, headers):
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "X-Region": "eu-1", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """Handles errors of the library, such as a malformed request line."""
        self.command = getattr(self, "command", None)
        self.send_failure(400, "Malformed request")

    def log_message(self, format, *args):
        pass


def main():
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
    # In another thread, because shutdown waits for the loop of this thread.
    signal.signal(signal.SIGTERM, lambda *_: Thread(target=server.shutdown).start())
    signal.signal(signal.SIGINT, lambda *_: Thread(target=server.shutdown).start())
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    main()
