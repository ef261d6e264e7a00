from uuid import uuid4

from client import AuthenticatedClient
from client.api.commitments import (
    get_effective_savings_rate,
    get_renewal_quote,
    list_commitment_inventory,
    list_commitments,
)
from client.api.tags import update_virtual_tag_key
from client.api.webhooks import create_webhook_endpoint, delete_webhook_endpoint
from client.models import CommitmentKind, Instrument, VirtualTagKeyInput, WebhookEndpointInput
from steps import ARN, ENDPOINT, KEY, TAG_KEY, URL, check

client = AuthenticatedClient(base_url=URL, token=KEY)

page = list_commitments.sync(client=client, kind=CommitmentKind.SAVINGS_PLAN, page_size=2)
check("filtered page", [item.kind for item in page.data.items] == ["savings_plan"] * 2, page)

rate = get_effective_savings_rate.sync(client=client)
unmeasured = [account for account in rate.data.accounts if not account.measured]
check("savings rate", unmeasured[0].total_rate_pct is None, rate)

inventory = list_commitment_inventory.sync(client=client, instrument=Instrument.RI)
check("inventory", inventory.data.rows[0].qty > 0, inventory)

quote = get_renewal_quote.sync(ARN, client=client)
check("renewal quote", quote.success is True, quote)

created = create_webhook_endpoint.sync(
    client=client, body=WebhookEndpointInput.from_dict(ENDPOINT), idempotency_key=str(uuid4())
)
check("create", created.success is True, created)

deleted = delete_webhook_endpoint.sync_detailed(created.data.id, client=client)
check("delete", deleted.status_code == 200, deleted)

updated = update_virtual_tag_key.sync(
    "vtk-cost-center",
    client=client,
    body=VirtualTagKeyInput.from_dict(TAG_KEY),
    idempotency_key=str(uuid4()),
)
check("update", updated.success is True, updated)

invalid = list_commitments.sync(client=client, page=0)
check("code of a 422", invalid.error.code == "VALIDATION_ERROR", invalid)
