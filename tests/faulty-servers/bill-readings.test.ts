import { expect, test } from 'vitest';
import { checks } from '../../conformance/suite/checks/index.js';
import type { RowChange, Wrong } from './bill/bill-fault.js';
import { judgeBill } from './bill/bill-server.js';
import { all, changed } from './changes.js';
import type { Change } from './faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

const contracts = 'GET /commitments/contracts';

const amounts = ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost'] as const;

const ofBill = checks.filter((check) => check.kind !== 'passive' && check.needsBill).map(({ id }) => id);

test('a server may name missing values as it likes', async () => {
  const named = (value: string | null) => value ?? 'Untagged';
  const change = all(
    changed(`${breakdown}?group_by=region`, 'items[].region', named),
    changed(`${breakdown}?group_by=account_id`, 'items[].account_id', named),
    changed(`${breakdown}?group_by=tag`, 'items[].tag_value', named),
    changed('GET /providers/*/costs/timeline', 'data_points[].parts[].value', named),
  );
  const { results } = await judgeBill({ change });
  expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
});

test.each<[name: string, change: Change, statuses: readonly string[]]>([
  [
    'names contracts by the contract',
    changed(contracts, '[].id', (id) => `signed-${id}`),
    ['not_applicable'],
  ],
  [
    'spreads the cost of a year over its months',
    changed(contracts, '[].months[]', (month) => ({
      ...month,
      ...(month.contract_usd === null && {
        contract_usd: 2000,
        consumed_usd: month.metered_usd,
        metered_usd: 0,
      }),
    })),
    ['passed'],
  ],
  [
    'has no months of contracts yet',
    changed(contracts, '[]', (row) => ({ ...row, months: [], latest_metered_usd: null })),
    ['not_applicable'],
  ],
])('a server that %s is not wrong', async (_, change, statuses) => {
  const only = ['bill.contract-months-are-what-was-applied'];
  const { results } = await judgeBill({ change }, { only });
  expect(results.map(({ status }) => status)).toEqual(statuses);
});

/** A server that computes from each row rounded to cents. */
const ofRoundedRows = (): Wrong => ({
  rows: (row) => ({
    ...row,
    ...Object.fromEntries(amounts.map((name) => [name, Number(row[name]).toFixed(2)])),
  }),
});

const dayMs = 86_400_000;

/** A server that spreads a row over the days of its charge period. */
const spreading: RowChange = (row) => {
  const start = Date.parse(row.ChargePeriodStart);
  const days = Math.round((Date.parse(row.ChargePeriodEnd) - start) / dayMs);
  if (days < 2 || row.ChargeCategory === 'Purchase') return row;
  return Array.from({ length: days }, (_, day) => ({
    ...row,
    ...Object.fromEntries(amounts.map((name) => [name, Number(row[name]) / days])),
    ChargePeriodStart: new Date(start + day * dayMs).toISOString(),
    ChargePeriodEnd: new Date(start + (day + 1) * dayMs).toISOString(),
  }));
};

const series = [
  'bill.breakdown-dates-are-those-of-the-charge-period',
  'bill.timeline-points-are-those-of-the-charge-period',
  'bill.forecast-shows-past-days',
];
const contradictions = checks
  .filter(({ id, deviation }) => ofBill.includes(id) && deviation === 'contradiction')
  .map(({ id }) => id);

/** Readings of the bill that the formulas leave open. */
test.each<[string, Wrong, readonly string[]]>([
  ['rounds each row to cents', ofRoundedRows(), contradictions],
  // That no charge of a range is spread beyond it is derived, so that only days and months can differ.
  ['spreads rows over the days of their charge period', { rows: spreading }, series],
])('a server that %s does not fail for it', async (_, wrong, only) => {
  const { results } = await judgeBill(wrong, { only });
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.map(({ id, message }) => [id, message])).toEqual([]);
  expect(results.filter(({ status }) => status === 'warned')).not.toEqual([]);
});

const round = (amount: number) => Math.round(amount * 100) / 100;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + round(amount), 0);

/** What the service's description leaves open. */
test.each(
  Object.entries<Change>({
    'totals that add up rounded rows': all(
      changed('GET /providers/*/costs/breakdown', '', (data) => ({
        ...data,
        total_period_cost:
          data.pagination.total_pages === 1
            ? sumOf(data.items.map(({ cost }: any) => cost))
            : data.total_period_cost,
      })),
      changed('GET /providers/*/costs/timeline', '', (data) => ({
        ...data,
        total: sumOf(data.data_points.map(({ amount }: any) => amount)),
      })),
    ),
    'months as their first day': changed(
      'GET /providers/*/costs/breakdown?granularity=monthly',
      'totals_by_date[].date',
      (date) => `${date}-01`,
    ),
    'percentages that are rounded twice': changed(
      'GET /commitments/utilization',
      'services[].utilization_pct',
      (percentage) => (percentage === null ? null : Math.round(round(percentage) * 10) / 10),
    ),
    'invoice totals without marketplace charges, and months with a hyphen': changed(
      'GET /providers/*/costs/invoices',
      'items[]',
      (month) => ({
        ...month,
        invoice_month: `${month.invoice_month.slice(0, 4)}-${month.invoice_month.slice(-2)}`,
        total: month.total - month.marketplace_total,
      }),
    ),
  }),
)('a server with %s does not fail', async (_, change) => {
  const { results } = await judgeBill({ change });
  expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  const warned = results.filter(({ status }) => status === 'warned').map(({ id }) => id);
  expect(warned).not.toContain('bill.breakdown-dates-are-those-of-the-charge-period');
});
