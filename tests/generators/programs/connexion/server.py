"""A connexion app of the document: routes and validates, and returns a fixed response."""

import sys

import connexion
from connexion.resolver import Resolver


def handle(*args, **kwargs):
    return {"success": True, "timestamp": "2026-06-15T12:00:00Z", "data": []}


def authenticate(token):
    return {"sub": "caller"} if token == "key" else None


class OneHandler(Resolver):
    def resolve_function_from_operation_id(self, operation_id):
        return handle


def main():
    app = connexion.App("contract")
    app.add_api(
        sys.argv[1],
        resolver=OneHandler(),
    )
    client = app.test_client()
    headers = {"authorization": "Bearer key"}
    check("valid request", client.get("/api/v1/commitments?page_size=2", headers=headers), 200)
    check("invalid parameter", client.get("/api/v1/commitments?page=0", headers=headers), 400)
    check("unknown path", client.get("/api/v1/nothing", headers=headers), 404)


def check(step, response, status):
    passed = response.status_code == status
    print(f"ok {step}" if passed else f"FAILED {step}: {response.status_code} {response.text}")


if __name__ == "__main__":
    main()
