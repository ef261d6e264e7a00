import json
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen
from uuid import uuid4

from client import models
from steps import ARN, ENDPOINT, KEY, TAG_KEY, URL, check


def call(method, path, body=None):
    data = None if body is None else body.model_dump_json(exclude_unset=True).encode()
    headers = {
        "Authorization": f"Bearer {KEY}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    }
    try:
        with urlopen(Request(f"{URL}/api/v1/{path}", data, headers, method=method)) as response:
            return response.read()
    except HTTPError as error:
        return error.read()


page = models.ListCommitmentsEnvelope.model_validate_json(
    call("GET", "commitments?kind=savings_plan&page_size=2")
)
check("filtered page", [item.kind.value for item in page.data.items] == ["savings_plan"] * 2, page)

rate = models.GetEffectiveSavingsRateEnvelope.model_validate_json(call("GET", "commitments/esr"))
unmeasured = [account for account in rate.data.accounts if not account.measured]
check("savings rate", unmeasured[0].total_rate_pct is None, rate)

inventory = models.ListCommitmentInventoryEnvelope.model_validate_json(
    call("GET", "commitments/inventory?instrument=ri")
)
check("inventory", inventory.data.rows[0].qty > 0, inventory)

renewal = models.GetRenewalQuoteEnvelope.model_validate_json(
    call("GET", f"commitments/renewal-quote/{quote(ARN, safe='')}")
)
check("renewal quote", renewal.success is True, renewal)

created = models.CreateWebhookEndpointEnvelope.model_validate_json(
    call("POST", "webhooks/endpoints", models.WebhookEndpointInput.model_validate(ENDPOINT))
)
check("create", created.success is True, created)

deleted = models.DeleteWebhookEndpointEnvelope.model_validate_json(
    call("DELETE", f"webhooks/endpoints/{created.data.id}")
)
check("delete", deleted.success is True, deleted)

updated = models.UpdateVirtualTagKeyEnvelope.model_validate_json(
    call(
        "PUT",
        "tags/virtual/vtk-cost-center",
        models.VirtualTagKeyInput.model_validate_json(json.dumps(TAG_KEY)),
    )
)
check("update", updated.success is True, updated)

invalid = models.FailureEnvelope.model_validate_json(call("GET", "commitments?page=0"))
check("code of a 422", invalid.error.code == "VALIDATION_ERROR", invalid)
