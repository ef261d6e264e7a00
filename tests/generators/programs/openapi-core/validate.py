"""Validates requests to the mock, and its responses, with openapi-core."""

import json
import os
import sys

import requests
from openapi_core import OpenAPI
from openapi_core.contrib.requests import RequestsOpenAPIRequest, RequestsOpenAPIResponse
from openapi_core.exceptions import OpenAPIError

URL = os.environ["BASE_URL"]
HEADERS = {"Authorization": f"Bearer {os.environ['API_KEY']}"}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    api = OpenAPI.from_dict({**document, "servers": [{"url": URL}]})

    def problem(validate, *messages):
        try:
            validate(*messages)
        except OpenAPIError as error:
            return error
        return None

    def request(method, path, **options):
        return requests.Request(method, f"{URL}/api/v1/{path}", headers=HEADERS, **options)

    for path in ["commitments?page_size=2", "commitments/esr", "commitments/inventory?instrument=ri"]:
        sent = request("GET", path)
        response = requests.Session().send(sent.prepare())
        messages = RequestsOpenAPIRequest(sent), RequestsOpenAPIResponse(response)
        check(f"request {path}", problem(api.validate_request, messages[0]) is None, path)
        wrong = problem(api.validate_response, *messages)
        check(f"response {path}", wrong is None, wrong)

    endpoint = {"url": "https://hooks.example.com/costs", "event_types": ["optimization.completed"]}
    valid = RequestsOpenAPIRequest(request("POST", "webhooks/endpoints", json=endpoint))
    wrong = problem(api.validate_request, valid)
    check("valid body", wrong is None, wrong)
    invalid = RequestsOpenAPIRequest(request("POST", "webhooks/endpoints", json={"url": 1}))
    check("invalid body", problem(api.validate_request, invalid) is not None, None)
    query = RequestsOpenAPIRequest(request("GET", "commitments?page=0"))
    check("invalid parameter", problem(api.validate_request, query) is not None, None)


def check(step, passed, actual):
    print(f"ok {step}" if passed else f"FAILED {step}: {actual!r} {getattr(actual, '__cause__', '')!r}")


if __name__ == "__main__":
    main()
