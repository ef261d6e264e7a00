from uuid import uuid4

from client import ApiClient, CommitmentsApi, Configuration, CostsApi, TagsApi, WebhooksApi
from client.exceptions import UnprocessableEntityException
from client.models import VirtualTagKeyInput, WebhookEndpointInput
from steps import ARN, ENDPOINT, KEY, TAG_KEY, URL, check

client = ApiClient(Configuration(host=URL, access_token=KEY))
commitments, tags, webhooks = CommitmentsApi(client), TagsApi(client), WebhooksApi(client)

page = commitments.list_commitments(kind="savings_plan", page_size=2)
check("filtered page", [item.kind for item in page.data.items] == ["savings_plan"] * 2, page)

rate = commitments.get_effective_savings_rate()
unmeasured = [account for account in rate.data.accounts if not account.measured]
check("savings rate", unmeasured[0].total_rate_pct is None, rate)

inventory = commitments.list_commitment_inventory(instrument="ri")
check("inventory", inventory.data.rows[0].actual_instance.qty > 0, inventory)

quote = commitments.get_renewal_quote(ARN)
check("renewal quote", quote.success is True, quote)

created = webhooks.create_webhook_endpoint(
    WebhookEndpointInput.from_dict(ENDPOINT), idempotency_key=str(uuid4())
)
check("create", created.success is True, created)

deleted = webhooks.delete_webhook_endpoint_with_http_info(created.data.id)
check("delete", deleted.status_code == 200, deleted)

updated = tags.update_virtual_tag_key(
    "vtk-cost-center", VirtualTagKeyInput.from_dict(TAG_KEY), idempotency_key=str(uuid4())
)
check("update", updated.success is True, updated)

# The client validates single parameters; this is a rule across two of them.
try:
    invalid = CostsApi(client).get_cost_breakdown("provider_a", virtual_tag_value=["compute"])
except UnprocessableEntityException as error:
    invalid = error.data
    check("code of a 422", invalid.error.code == "VALIDATION_ERROR", invalid)
else:
    check("code of a 422", False, invalid)
