import { costQuery, dimensions } from '../../figures/cost-query.js';
import { type Days, daysOfMonth, lengthOf, plusDays } from '../../figures/days.js';
import { shownValue } from '../../figures/groups.js';
import { invoicedId, type ProviderBill } from '../../figures/provider-bills.js';
import { rowsOf } from '../exchange-data.js';
import type { BillCase } from './bill-check.js';
import { keysOf } from './compare-breakdown.js';
import { breakdownOf, type CostRead } from './cost-reads.js';
import { topValues } from './filters.js';

/** Ranges before which the bill has as many days. */
export function rangesWithPrevious({ days, months, around }: ProviderBill): Days[] {
  return [...months.map(daysOfMonth), around]
    .filter(({ first, last }) => plusDays(first, -lengthOf({ first, last })) >= days.first)
    .slice(0, 1);
}

/** A plain read; for the provider with the most cost also another view and a filter, for provider_b other credits. */
export async function previousReads(
  { bill, providers }: BillCase,
  provider: ProviderBill,
  days: Days,
): Promise<CostRead[]> {
  const plain: CostRead = { provider, days, groupBy: ['service'] };
  const reads = [plain];
  if (provider === providers[0]) {
    const [region] = await topValues(bill, dimensions.region, { provider, days });
    reads.push({ ...plain, view: 'amortized' });
    if (region !== undefined) reads.push({ ...plain, filters: [{ name: 'region', values: [region] }] });
  }
  return provider.id === invoicedId ? [...reads, { ...plain, credits: 'before' }] : reads;
}

export async function comparePrevious(billCase: BillCase, read: CostRead): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { first, last } = read.days;
  const length = lengthOf(read.days);
  const before = { first: plusDays(first, -length), last: plusDays(last, -length) };
  const query = costQuery({ ...read, days: before });
  const { exchange, data } = await breakdownOf(probe, read);
  const rows = rowsOf(data.items);
  const keys = await keysOf(billCase, read, rows);
  const expected = new Map((await bill.expected(query)).map((row) => [keys.ofGroup(row.group), row]));
  for (const row of rows) {
    const from = expected.get(keys.ofRow(row));
    if (!from) continue;
    comparison.figure({
      name: `\`previous_cost\` of service ${shownValue(from.group.service)}`,
      actual: row.previous_cost,
      expected: from.figures.cost ?? 0,
      from,
      exchange,
    });
  }
}
