import type { Deviation } from '../../../../engine/claim.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { type Days, daysOfMonth, isDay, lengthOf, monthBefore, plusDays } from '../../../figures/days.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { invoicedId, type ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, dimensions } from '../../../figures/queries/cost-query.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import type { BillCase } from '../bill-check.js';
import { keysOf } from './compare-breakdown.js';
import { topValues } from './filters.js';
import { breakdownOf, breakdownPlan, type CostRead, withPreset } from './reads.js';

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
  const { exchange } = await breakdownOf(billCase.probe, read);
  await comparePreviousRows(billCase, read, { exchange, deviation: undefined });
}

/** Compares the previous costs of a preset, whose range the response states. */
export async function comparePreviousOfPreset(
  billCase: BillCase,
  provider: ProviderBill,
  preset: string,
): Promise<void> {
  const read: CostRead = { provider, days: provider.days, groupBy: ['service'] };
  const exchange = await successOf(billCase.probe, withPreset(breakdownPlan(read), preset));
  const { start_date: first, end_date: last } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) return;
  const ofPreset = { ...read, days: { first, last } };
  // Months before a range of months can be meant, which have other lengths.
  const deviation = preset === '30D' ? undefined : 'preference';
  await comparePreviousRows(billCase, ofPreset, { exchange, deviation });
}

/** Compares the previous costs of a breakdown, if the bill has all days of the range before. */
async function comparePreviousRows(
  billCase: BillCase,
  read: CostRead,
  { exchange, deviation }: { readonly exchange: CompleteExchange; readonly deviation: Deviation | undefined },
): Promise<void> {
  const { bill, comparison } = billCase;
  const { first, last } = read.days;
  const length = lengthOf(read.days);
  const before = { first: plusDays(first, -length), last: plusDays(last, -length) };
  const { days } = read.provider;
  if (before.first < days.first || before.last > days.last) return;
  const query = costQuery({ ...read, days: before });
  const rows = rowsOf(dataOf(exchange).items);
  const keys = await keysOf(billCase, read, rows);
  const expected = new Map((await bill.expected(query)).map((row) => [keys.ofGroup(row.group), row]));
  const months = await monthBeforeOf(billCase, read);
  for (const row of rows) {
    const from = expected.get(keys.ofRow(row));
    if (!from) continue;
    const ofMonth = months?.find(({ group }) => keys.ofGroup(group) === keys.ofRow(row));
    comparison.figure({
      name: `\`previous_cost\` of service ${shownValue(from.group.service)}`,
      actual: row.previous_cost,
      isRequired: true,
      expected: from.figures.cost ?? 0,
      alternatives: months === null ? [] : [ofMonth?.figures.cost ?? 0],
      from,
      exchange,
      deviation,
    });
  }
}

/** Returns the costs of the month before a range that is a month, which has another number of days. */
function monthBeforeOf({ bill }: BillCase, read: CostRead): Promise<readonly ExpectedRow[]> | null {
  const month = read.days.first.slice(0, 7);
  const { first, last } = daysOfMonth(month);
  if (first !== read.days.first || last !== read.days.last) return null;
  return bill.expected(costQuery({ ...read, days: daysOfMonth(monthBefore(month)) }));
}
