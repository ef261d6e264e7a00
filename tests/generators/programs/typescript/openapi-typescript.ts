import createClient from 'openapi-fetch';
import type { paths } from './generated/api';
import { arn, check, headers, tagKey, url } from './steps';

const client = createClient<paths>({ baseUrl: url, headers });

const page = await client.GET('/api/v1/commitments', {
  params: { query: { kind: 'savings_plan', page_size: 2 } },
});
const items = page.data?.data.items ?? [];
check('filtered page', items.length === 2 && items.every(({ kind }) => kind === 'savings_plan'), page.error);

const rate = await client.GET('/api/v1/commitments/esr');
const unmeasured = rate.data?.data.accounts.find(({ measured }) => !measured);
check('savings rate', unmeasured?.total_rate_pct === null, rate.error ?? unmeasured);

const inventory = await client.GET('/api/v1/commitments/inventory', {
  params: { query: { instrument: 'ri' } },
});
const [row] = inventory.data?.data.rows ?? [];
check('inventory', row?.kind === 'reserved_instance' && (row.qty ?? 0) > 0, inventory.error ?? row);

const quote = await client.GET('/api/v1/commitments/renewal-quote/{commitment_id}', {
  params: { path: { commitment_id: arn } },
});
check('renewal quote', quote.data?.success === true, quote.error);

const created = await client.POST('/api/v1/webhooks/endpoints', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] },
});
const id = created.data?.data.id ?? '';
check('create', created.response.status === 201, created.error);

const deleted = await client.DELETE('/api/v1/webhooks/endpoints/{endpoint_id}', {
  params: { path: { endpoint_id: id } },
});
check('delete', deleted.response.ok, deleted.error);

const updated = await client.PUT('/api/v1/tags/virtual/{key_id}', {
  params: { path: { key_id: 'vtk-cost-center' }, header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: tagKey,
});
check('update', updated.response.ok, updated.error);

const invalid = await client.GET('/api/v1/commitments', { params: { query: { page: 0 } } });
check('code of a 422', invalid.error?.error.code === 'VALIDATION_ERROR', invalid.error);
