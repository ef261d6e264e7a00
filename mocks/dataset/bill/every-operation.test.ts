import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/generated/operations.js';
import { inventoryOf } from '../../../tests/support/bill/inventory-of.js';
import { tablesOf } from '../../../tests/support/bill/tables-of.js';
import { timesMinus } from '../../../tests/support/bill/times-minus.js';
import { variedRows } from '../../../tests/support/bill/varied-rows.js';
import { type CallInput, testBill } from '../../../tests/support/dataset/dataset.js';
import { requestsTo } from '../../../tests/support/dataset/dataset-requests.js';

const tables = tablesOf(variedRows);

/** Corrections of June that exceed the usage of services, accounts, commitments, days and the month. */
const corrections = variedRows
  .filter(({ ChargeCategory, ChargePeriodStart }) => !ChargeCategory && ChargePeriodStart >= '2026-06-25')
  .map((row) => timesMinus(9, row));
const corrected = testBill([...variedRows, ...corrections]);
const inventory = [
  inventoryOf('ri-1', {
    account: '111111111111',
    state: 'active',
    start: Date.UTC(2025, 6, 10),
    end: Date.UTC(2026, 6, 10),
    termMonths: 12,
    paymentOption: 'no_upfront',
    quantity: 4,
  }),
  inventoryOf('ri-2', {
    provider: 'provider_a',
    service: 'Compute',
    category: 'Usage',
    state: 'queued',
    start: Date.UTC(2026, 6, 10),
  }),
];
const bills = {
  'a bill': testBill(tables),
  'a bill with an inventory': testBill(tables, { inventory }),
  'a bill whose corrections exceed its usage': corrected,
  'a bill that ended before': testBill(tables, { now: '2026-09-10T08:00:00Z' }),
};

/** What a bill does not have. */
const isMissing = (request: CallInput) => /provider_d|virtual_tag/.test(JSON.stringify(request));
const path = { provider_id: 'provider_a' };
const breakdowns: readonly CallInput[] = [
  ...['service', 'account_id', 'region'].map((group) => ({ path, query: { group_by: [group] } })),
  { path, query: { group_by: ['tag'], tag_key: ['team'], preset: '6M', granularity: 'monthly' } },
  { path, query: { charge_type: ['tax', 'credit'], preset: '6M' } },
];

describe.each(Object.entries(bills))('on %s', (_, bill) => {
  const recommended = ['getRecommendation', 'listRecommendationTargets', 'getRealizedSavingsAudit'];
  const sent = operations
    .map(({ operationId }) => operationId)
    .filter((id) => ![...recommended, 'listRecommendations', 'deleteWebhookEndpoint'].includes(id));
  test.each(sent)('every response of %s conforms to the document', (operationId) => {
    const requests = [
      ...requestsTo(operationId, bill.call),
      ...(operationId === 'getCostBreakdown' ? breakdowns : []),
    ].filter((request) => !isMissing(request));
    for (const request of requests) bill.call(operationId, request);
  });

  test('there are no recommendations, renewals, audits, budgets and tag keys', () => {
    const commitment = { path: { commitment_id: 'ri-1' } };
    expect(bill.failureOf('getRenewal', commitment).status).toBe(404);
    expect(bill.failureOf('getRecommendation', { path: { id: 'rec-1' } }).status).toBe(404);
    expect(bill.failureOf('getRealizedSavingsAudit', { path: { audit_id: 4711 } }).status).toBe(404);
    expect(bill.call('listRecommendations', { path }).items).toEqual([]);
    expect(bill.call('listCommitmentRecommendations')).toEqual([]);
    expect(bill.call('listProviderBudgets').items).toEqual([]);
    expect(bill.call('getRenewalOptions', commitment)).toMatchObject({ contract: null, options: [] });
    expect(bill.call('getRenewalQuote', commitment)).toMatchObject({
      term: null,
      error_message: 'The data contain no prices of replacements.',
    });
  });
});

test('corrections that exceed the usage make amounts negative, and shares null', () => {
  const [compute] = corrected.call('getCoverageRates').services;
  expect(compute).toMatchObject({ service: 'Compute', coverage_pct: null });
  expect(compute.covered_monthly).toBeLessThan(0);
  expect(compute.on_demand_monthly).toBeLessThan(0);

  const { totals } = corrected.call('getEffectiveSavingsRate', { query: { period: '2026-06' } });
  expect(totals.on_demand_equivalent).toBeLessThan(0);

  const days = { start: '2026-06-25', end: '2026-06-30' };
  const [reserved] = corrected.call('getCommitmentUtilization', { query: { type: 'ri', ...days } }).services;
  expect(reserved).toMatchObject({ utilization_pct: null });
  expect(reserved.used_hours).toBeLessThan(0);

  const month = { start: '2026-06-01', end: '2026-06-30', group_by: ['service'] };
  const { items } = corrected.call('getCostBreakdown', { path, query: month });
  expect(items.find((item: any) => item.service === 'Database').cost).toBeLessThan(0);
});
