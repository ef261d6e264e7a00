import { fetch } from './generated/.kubb/fetch';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getEffectiveSavingsRate,
  getRenewalQuote,
  listCommitmentInventory,
  listCommitments,
  updateVirtualTagKey,
} from './generated/index';
import { arn, check, headers, tagKey, url } from './steps';

fetch.setConfig({ baseURL: url, headers: { ...headers, 'Content-Type': 'application/json' } });

const page = await listCommitments({ kind: 'savings_plan', page_size: 2 });
const { items } = page.data.data;
check('filtered page', items.length === 2 && items.every(({ kind }) => kind === 'savings_plan'), page);

const rate = await getEffectiveSavingsRate();
const unmeasured = rate.data.data.accounts.find(({ measured }) => !measured);
check('savings rate', unmeasured?.total_rate_pct === null, rate);

const inventory = await listCommitmentInventory({ instrument: 'ri' });
const [row] = inventory.data.data.rows;
check('inventory', row?.kind === 'reserved_instance' && (row.qty ?? 0) > 0, inventory);

const quote = await getRenewalQuote(encodeURIComponent(arn));
check('renewal quote', quote.status === 200, quote);

const created = await createWebhookEndpoint(
  { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] },
  { 'Idempotency-Key': crypto.randomUUID() },
);
check('create', created.status === 201, created);

const deleted = await deleteWebhookEndpoint(created.data.data.id);
check('delete', deleted.status === 200, deleted);

const key = { 'Idempotency-Key': crypto.randomUUID() };
const updated = await updateVirtualTagKey('vtk-cost-center', tagKey, key);
check('update', updated.status === 200, updated);

const invalid: { status: number; data: unknown } = await listCommitments({ page: 0 });
const { error } = invalid.data as { error?: { code?: string } };
check('code of a 422', invalid.status === 422 && error?.code === 'VALIDATION_ERROR', invalid);
