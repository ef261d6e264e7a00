import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getEffectiveSavingsRate,
  getRenewalQuote,
  listCommitmentInventory,
  listCommitments,
  updateVirtualTagKey,
} from './generated';
import { client } from './generated/client.gen';
import { arn, check, headers, key, tagKey, url } from './steps';

client.setConfig({ baseUrl: url, auth: key, headers });

const page = await listCommitments({ query: { kind: 'savings_plan', page_size: 2 } });
const items = page.data?.data.items ?? [];
check('filtered page', items.length === 2 && items.every(({ kind }) => kind === 'savings_plan'), page.error);

const rate = await getEffectiveSavingsRate();
const unmeasured = rate.data?.data.accounts.find(({ measured }) => !measured);
check('savings rate', unmeasured?.total_rate_pct === null, rate.error ?? unmeasured);

const inventory = await listCommitmentInventory({ query: { instrument: 'ri' } });
const [row] = inventory.data?.data.rows ?? [];
check('inventory', row?.kind === 'reserved_instance' && (row.qty ?? 0) > 0, inventory.error ?? row);

const quote = await getRenewalQuote({ path: { commitment_id: arn } });
check('renewal quote', quote.data?.success === true, quote.error);

const created = await createWebhookEndpoint({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] },
});
check('create', created.response?.status === 201, created.error);

const deleted = await deleteWebhookEndpoint({ path: { endpoint_id: created.data?.data.id ?? '' } });
check('delete', deleted.response?.ok === true, deleted.error);

const updated = await updateVirtualTagKey({
  path: { key_id: 'vtk-cost-center' },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: tagKey,
});
check('update', updated.response?.ok === true, updated.error);

const invalid = await listCommitments({ query: { page: 0 } });
check('code of a 422', invalid.error?.error.code === 'VALIDATION_ERROR', invalid.error);
