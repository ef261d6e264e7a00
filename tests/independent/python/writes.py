"""The writable resources: one virtual tag key, and webhook endpoints."""

from datetime import timedelta
from threading import Lock
from urllib.parse import urlsplit

from aggregates import OURS, grouped, total
from ledger import month_start, usd
from query import HttpError, invalid

KEY_ID = "dept:team/ä"


class Store:
    def __init__(self, ledger):
        self._ledger = ledger
        self._lock = Lock()
        self._endpoints = {}
        self._count = 1000
        self._version = 3
        self.name = "Department"

    def fixtures(self):
        with self._lock:
            key = {"id": KEY_ID, "name": self.name, "version": self._version}
        commitments = {"reservation": "1", "unpriced": "50%off kv", "raised": "1", "unraised": "res.db-é.v2"}
        return {"audit_id": 12, "recommendation_id": "5", "tag_key": key, "commitments": commitments}

    def update_tag_key(self, body, now, id):
        if id != KEY_ID:
            raise HttpError(404, "Tag key not found")
        name, expected = body.get("name"), body.get("expected_version")
        if not isinstance(name, str) or not name.strip():
            raise invalid("name", "a non-empty string")
        if not isinstance(expected, int) or isinstance(expected, bool):
            raise invalid("expected_version", "an integer")
        with self._lock:
            if expected != self._version:
                raise HttpError(
                    409, f"The version of the tag key is {self._version}, not {expected}"
                )
            self._version += 1
            self.name = name
            job = self._job(now)
            return {"key": self._key(job), "job": job}

    def _job(self, now):
        return {
            "id": f"job#{self._version}",
            "status": "queued",
            "from_period": month_start(self._ledger.today, 2).isoformat()[:7],
            "to_period": self._ledger.today.isoformat()[:7],
            "periods_done": 0,
            "periods_total": 3,
            "error": None,
            "created_at": now.isoformat(),
            "finished_at": None,
        }

    def _key(self, job):
        entries = self._ledger.recent()
        teams = grouped(entries, "team")
        resources = {"shop": 6, "ml": 3}
        values = [
            {
                "id": f"v/{team}",
                "name": team,
                "spend": usd(total(teams[(team,)], "effective")),
                "resource_count": count,
            }
            for team, count in resources.items()
        ]
        return {
            "id": KEY_ID,
            "name": self.name,
            "description": "",
            "origin": "virtual",
            "providers": [OURS],
            "status": "reprocessing",
            "shares_provider_key": False,
            "can_override": False,
            "effective_from": job["from_period"],
            "rules_version": self._version,
            "collapsed_keys": [
                {
                    "source": {"origin": "provider", "key": "team"},
                    "scope": {"providers": [OURS]},
                    "value_prefix": "",
                    "position": 0,
                }
            ],
            "configs": [
                {
                    "id": "c/1",
                    "position": 0,
                    "filter": {
                        "rules": [
                            {
                                "providers": [OURS],
                                "conditions": [
                                    {
                                        "dimension": "account",
                                        "key": None,
                                        "operator": "is",
                                        "values": ["none.yet"],
                                    }
                                ],
                            }
                        ]
                    },
                    "time_frame": {"start": None, "end": None},
                    "assign": {"type": "value", "value": "later"},
                }
            ],
            "values": values,
            "total_spend": usd(total(entries, "effective")),
            "unallocated_spend": usd(total(teams[(None,)], "effective")),
            "resource_count": 13,
            "dependents": [],
            "job": job,
            "window": {
                "start": (self._ledger.today - timedelta(days=30)).isoformat(),
                "end": self._ledger.last.isoformat(),
            },
        }

    def create_endpoint(self, body, now):
        url, types, description = body.get("url"), body.get("event_types"), body.get("description")
        if not isinstance(url, str) or not is_web_address(url):
            raise invalid("url", "an http or https URL")
        if not isinstance(types, list) or not all(isinstance(type, str) and type for type in types):
            raise invalid("event_types", "a list of event types")
        if description is not None and not isinstance(description, str):
            raise invalid("description", "a string")
        with self._lock:
            self._count += 1
            endpoint = {
                "id": str(self._count),
                "url": url,
                "event_types": types,
                "description": description or "",
                "created_at": now.isoformat(),
                "paused": False,
            }
            self._endpoints[endpoint["id"]] = endpoint
        return endpoint

    def delete_endpoint(self, id):
        with self._lock:
            if self._endpoints.pop(id, None) is None:
                raise HttpError(404, "Endpoint not found")
        return {"id": id, "deleted": True}


def is_web_address(url):
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
