"""Shared by the programs for the generated Python clients."""

import os

URL = os.environ["BASE_URL"]
KEY = os.environ["API_KEY"]

# A savings plan, whose id contains a slash and colons.
ARN = "arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60"

ENDPOINT = {"url": "https://hooks.example.com/costs", "event_types": ["optimization.completed"]}

# A change of the virtual tag key vtk-cost-center.
TAG_KEY = {
    "name": "Cost center",
    "expected_version": 7,
    "description": "Who pays for what",
    "effective_from": None,
    "can_override": False,
    "collapsed_keys": [],
    "configs": [
        {
            "filter": {"rules": []},
            "time_frame": None,
            "assign": {"type": "value", "value": "Platform"},
        }
    ],
}


def check(step, passed, actual):
    print(f"ok {step}" if passed else f"FAILED {step}: {actual}")
