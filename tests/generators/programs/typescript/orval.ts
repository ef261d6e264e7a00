import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getEffectiveSavingsRate,
  getRenewalQuote,
  listCommitmentInventory,
  listCommitments,
  updateVirtualTagKey,
} from './generated/api';
import { arn, check, headers, tagKey } from './steps';

const page = await listCommitments({ kind: 'savings_plan', page_size: 2 }, { headers });
const items = page.status === 200 ? page.data.data.items : [];
check('filtered page', items.length === 2 && items.every(({ kind }) => kind === 'savings_plan'), page);

const rate = await getEffectiveSavingsRate(undefined, { headers });
const unmeasured =
  rate.status === 200 ? rate.data.data.accounts.find(({ measured }) => !measured) : undefined;
check('savings rate', unmeasured?.total_rate_pct === null, rate);

const inventory = await listCommitmentInventory({ instrument: 'ri' }, { headers });
const row = inventory.status === 200 ? inventory.data.data.rows[0] : undefined;
check('inventory', row?.kind === 'reserved_instance' && (row.qty ?? 0) > 0, inventory);

const quote = await getRenewalQuote(arn, { headers });
check('renewal quote', quote.status === 200, quote);

const created = await createWebhookEndpoint(
  { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] },
  { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } },
);
check('create', created.status === 201, created);

const deleted = await deleteWebhookEndpoint(created.status === 201 ? created.data.data.id : '', { headers });
check('delete', deleted.status === 200, deleted);

const updated = await updateVirtualTagKey('vtk-cost-center', tagKey, {
  headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
});
check('update', updated.status === 200, updated);

const invalid = await listCommitments({ page: 0 }, { headers });
check('code of a 422', invalid.status === 422 && invalid.data.error.code === 'VALIDATION_ERROR', invalid);
