import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readBill } from '../../../../mocks/dataset/bill/read-bill.js';
import { openCharges } from '../../../../src/focus/open-charges.js';
import { testBill } from '../../../../tests/support/dataset.js';
import { tablesOf } from '../../../../tests/support/tables-of.js';
import { readRows } from './read-rows.js';

const file = fileURLToPath(new URL('../../../examples/bill/costs.csv', import.meta.url));
const text = readFileSync(file, 'utf8');
const now = '2026-07-01T00:00:00Z';

test('the mock of a page shows the figures that the mock of the command shows', async () => {
  const opened = await openCharges([file]);
  const expected = testBill(await readBill(opened), { now });
  expect(opened.info.period).toEqual({ start: '2026-06-01T00:00:00Z', end: '2026-06-03T00:00:00Z' });
  opened.close();
  const { rows, currency } = readRows(text);
  const bill = testBill({ ...tablesOf(rows), currency }, { now });
  const range = { start: '2026-06-01', end: '2026-06-30' };
  const requests = [
    ['listProviders', {}],
    ['listCommitments', {}],
    ['getCommitmentPortfolio', {}],
    ['getEffectiveSavingsRate', { query: { period: '2026-06', scope: 'all' } }],
    ['getCommitmentUtilization', { query: { type: 'sp', provider: 'provider_a' } }],
    ['getCoverageRates', { query: { provider: 'provider_a' } }],
    ['listUncoveredSpend', {}],
    ...['provider_a', 'provider_b'].flatMap(
      (provider_id) =>
        [
          ['getCostBreakdown', { path: { provider_id }, query: { ...range, group_by: ['service'] } }],
          ['getCostTimeline', { path: { provider_id }, query: range }],
          ['getCostFilterOptions', { path: { provider_id }, query: range }],
          ['listInvoiceMonths', { path: { provider_id } }],
        ] as const,
    ),
  ] as const;
  for (const [operation, request] of requests) {
    expect(bill.call(operation, request), operation).toEqual(expected.call(operation, request));
  }
});

test.each([
  ['a,b\n1,2\n', 'Not a FOCUS export in CSV: the columns ProviderName, '],
  [text.split('\n', 1).join(), 'The file has no rows.'],
  [text.replace(',943.20,', ',much,'), 'Row 3, column CommitmentDiscountQuantity: "much" is not a number.'],
  [text.replace('USD', 'EUR'), 'The file has several currencies: EUR, USD.'],
  [
    text.replace('2026-06-02T00:00:00Z,Purchase', '2026-05-31T00:00:00Z,Purchase'),
    'Row 2, column ChargePeriodEnd',
  ],
  [
    text.replace('2026-06-01T00:00:00Z', '01/06/2026'),
    'Row 2, column BillingPeriodStart: "01/06/2026" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [text.replace('Purchase', 'Purchases'), 'Row 2, column ChargeCategory: "Purchases" is not a word'],
  [text.replace('"{""team""', '"{team'), 'Row 3, column Tags'],
])('refuses %#: %s', (broken, message) => {
  expect(() => readRows(broken)).toThrow(message);
});
