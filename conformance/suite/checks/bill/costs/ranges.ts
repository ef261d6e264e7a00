import { type Days, daysOfMonth, lengthOf, monthBefore, plusDays } from '../../../figures/days.js';
import { amount } from '../../../figures/formulas.js';
import { invoicedId } from '../../../figures/provider-bills.js';
import { costQuery, dimensions, tagValue } from '../../../figures/queries/cost-query.js';
import { compareTable, type Figure } from '../../../figures/table.js';
import type { BillCase } from '../bill-check.js';
import { type CostRead, readCosts } from './compare.js';
import { is, tagKeysOf, topValues } from './filters.js';

/** The ranges that have a name. */
const presets = ['30D', '6M', '12M'];

/** Each preset, and one with another view, credits or filter each: some servers precompute the ranges of presets. */
export async function presetReads(billCase: BillCase): Promise<CostRead[]> {
  const { bill, providers } = billCase;
  const provider = billCase.mainProvider;
  const { days } = provider;
  const plain = { provider, days, granularity: 'monthly' as const };
  const [key] = await tagKeysOf(bill, provider);
  const [value] = key === undefined ? [] : await topValues(bill, tagValue(key), { provider, days });
  const other = providers.find(({ id }) => id === invoicedId) ?? provider;
  return [
    ...presets.map((preset) => ({ ...plain, preset })),
    { ...plain, preset: '30D', view: 'amortized' },
    { ...plain, preset: '6M', provider: other, credits: 'before' },
    ...(value === undefined ? [] : [{ ...plain, preset: '12M', filters: [is('tag_value', value)] }]),
  ];
}

/**
 * A plain read of the first range before which the bill has as many days; for the provider with the most cost also another
 * view, a filter and presets, for provider_b other credits.
 */
export async function previousReads(billCase: BillCase): Promise<CostRead[]> {
  const { bill } = billCase;
  const main = billCase.mainProvider;
  const reads: CostRead[] = [];
  for (const provider of billCase.mainProviders) {
    const { months, around } = provider;
    const days = [...months.map(daysOfMonth), around].find(
      (range) => plusDays(range.first, -lengthOf(range)) >= provider.days.first,
    );
    if (days === undefined) continue;
    const plain: CostRead = { provider, days, groupBy: ['service'] };
    reads.push(plain);
    if (provider === main) {
      const [region] = await topValues(bill, dimensions.region, { provider, days });
      reads.push({ ...plain, view: 'amortized' });
      if (region !== undefined) reads.push({ ...plain, filters: [is('region', region)] });
    }
    if (provider.id === invoicedId) reads.push({ ...plain, credits: 'before' });
  }
  const ofPreset = { provider: main, days: main.days, groupBy: ['service'] } as const;
  return [...reads, ...presets.map((preset) => ({ ...ofPreset, preset }))];
}

/** Compares the previous costs of a breakdown, if the bill has all days of the range before. */
export async function comparePrevious(billCase: BillCase, costs: CostRead): Promise<void> {
  const { bill } = billCase;
  const { preset, provider } = costs;
  const read = await readCosts(billCase, costs);
  const { first, last } = read.days;
  const length = lengthOf(read.days);
  const before = { first: plusDays(first, -length), last: plusDays(last, -length) };
  if (before.first < provider.days.first || before.last > provider.days.last) return;
  const query = costQuery({ ...costs, days: before });
  const month = monthBeforeOf(read.days);
  const ofMonth = month && (await bill.expected(costQuery({ ...costs, days: month })));
  const previous: Figure = {
    ...{ field: 'previous_cost', is: amount('cost'), required: 'shown' },
    more: ({ group }) => {
      const own = ofMonth?.find((row) => row.group.service === group.service);
      return {
        alternatives: ofMonth ? [own?.figures.cost ?? 0] : [],
        // Months before a range of months can be meant, which have other lengths.
        deviation: preset === undefined || preset === '30D' ? undefined : 'preference',
      };
    },
  };
  await compareTable(read, { path: 'items[]', query, figures: [previous] });
}

/** Returns the month before a range that is a month, which has another number of days. */
function monthBeforeOf({ first, last }: Days): Days | null {
  const month = daysOfMonth(first.slice(0, 7));
  return first === month.first && last === month.last ? daysOfMonth(monthBefore(first.slice(0, 7))) : null;
}
