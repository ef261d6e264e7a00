import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadBill } from '../../mocks/dataset/bill/load-bill.js';
import { textRows } from '../../src/focus/duckdb.js';
import { openCharges } from '../../src/focus/open-charges.js';
import { operations } from '../../src/generated/operations.js';
import { testLedger } from '../support/dataset/dataset.js';
import { requestsTo } from '../support/dataset/dataset-requests.js';

const sample = fileURLToPath(new URL('focus-sample-1.0.csv', import.meta.url));

const options = { providerIds: { AWS: 'provider_a' } };
const charges = await openCharges([sample], options);
const bill = await loadBill({ paths: [sample], inventory: null, charges: options });
const mock = testLedger(bill.ledger, '2024-10-01T00:00:00Z');
afterAll(() => charges.close());

test('a real export of three providers is read', () => {
  expect(bill.info).toMatchObject({ rows: 108, versions: ['1.0'], currency: 'USD', commitments: 2 });
  expect(bill.info.providers.map(({ id, rows }) => [id, rows])).toEqual([
    ['provider_b', 51],
    ['provider_c', 7],
    ['provider_a', 50],
  ]);
});

test('its costs are the sums of the file, to the last digit', async () => {
  const sums = `SELECT provider_id, sum("BilledCost"), sum("EffectiveCost"), sum("ListCost") FROM charges GROUP BY 1 ORDER BY 1`;
  const rows = await textRows(charges.connection, sums);
  // Computed from the file with Python's decimal module.
  const expected = [
    ['provider_a', '-2.24260985910', '-3', '-2.09993083690'],
    ['provider_b', '1.97651418586', '1.97651418586', '1.97651418586'],
    ['provider_c', '0.53707392473', '0', '0.26507392473'],
  ];
  expect(rows.map(([id, ...amounts]) => [id, ...amounts.map(Number)])).toEqual(
    expected.map(([id, ...amounts]) => [id, ...amounts.map(Number)]),
  );
});

test('every operation responds as documented', () => {
  let count = 0;
  for (const { operationId, method } of operations) {
    // A bill has no recommendations, whose ids these operations need.
    if (method !== 'GET' || /^(getRecommendation|listRecommendationTargets)$/.test(operationId)) continue;
    for (const request of requestsTo(operationId, mock.call)) {
      if (mock.attempt(operationId, request).failure !== undefined) continue;
      mock.call(operationId, request);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(100);
});

test('savings plans without fees have no hourly commitment', () => {
  const query = { provider: 'provider_a', instrument: 'sp' };
  const { rows } = mock.call('listCommitmentInventory', { query });
  expect(rows.map((row: any) => row.commitment_hourly)).toEqual([null, null]);
});

test('the breakdown of a month has its total', () => {
  const query = { start: '2024-09-01', end: '2024-09-30', group_by: ['service', 'account_id', 'region'] };
  const totals = ['provider_a', 'provider_b', 'provider_c'].map(
    (provider_id) => mock.call('getCostBreakdown', { path: { provider_id }, query }).total_period_cost,
  );
  expect(totals).toEqual([-2.24, 1.98, 0.54]);
});
