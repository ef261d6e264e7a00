import { count } from '../../../../engine/count.js';
import {
  type Days,
  daysOfMonth,
  earlier,
  isDay,
  lengthOf,
  monthBefore,
  plusDays,
} from '../../../figures/days.js';
import { amount, eitherOf } from '../../../figures/formulas.js';
import { invoicedId, type ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, dimensions, tagValue } from '../../../figures/queries/cost-query.js';
import { compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { todaysOf } from '../../shared/timestamps.js';
import { type BillCase, dayOf, mainProviders, readOf } from '../bill-check.js';
import { tagKeysOf, topValues } from './filters.js';
import { breakdownPlan, type CostRead } from './reads.js';

/** The ranges that have a name. */
const presets = ['30D', '6M', '12M'];

/** Each preset, and one with another view, credits or filter each: some servers precompute the ranges of presets. */
export async function presetReads({ bill, providers }: BillCase): Promise<CostRead[]> {
  const provider = providers[0] as ProviderBill;
  const { days } = provider;
  const plain = { provider, days, granularity: 'monthly' as const };
  const [key] = await tagKeysOf(bill, provider);
  const [value] = key === undefined ? [] : await topValues(bill, tagValue(key), { provider, days });
  const other = providers.find(({ id }) => id === invoicedId) ?? provider;
  return [
    ...presets.map((preset) => ({ ...plain, preset })),
    { ...plain, preset: '30D', view: 'amortized' },
    { ...plain, preset: '6M', provider: other, credits: 'before' },
    ...(value === undefined
      ? []
      : [{ ...plain, preset: '12M', filters: [{ name: 'tag_value', values: [value] } as const] }]),
  ];
}

/** Compares the total of a preset, whose range the response states. */
export async function comparePreset(billCase: BillCase, costs: CostRead): Promise<void> {
  const { bill, comparison } = billCase;
  const read = await readOf(billCase, breakdownPlan(costs), costs.provider, costs.days);
  const { exchange } = read;
  const { start_date: first, end_date: last, pagination } = read.data;
  if (!isDay(first) || !isDay(last)) return;
  const totalTo = (end: string) => bill.total(costQuery({ ...costs, days: { first, last: end } }));
  const length = lengthOf({ first, last });
  if (costs.preset === '30D' && length !== 30) {
    const message = 'The range of `preset=30D` does not have 30 days.';
    const actual = count(length, 'day');
    comparison.violation({ message, actual, exchange }, await totalTo(last), '30 days');
  }
  const todays = [dayOf(exchange), ...todaysOf(exchange)];
  // Rows of a day that is still running may be shown or not, and rows after the last complete day of usage.
  const complete = [costs.provider.days.last, ...todays.map((today) => plusDays(today, -1))];
  const ends = [...new Set([...complete.map((end) => earlier(last, end)), last])];
  const [from, ...others] = (await Promise.all(ends.map(totalTo))) as [Awaited<ReturnType<typeof totalTo>>];
  const readings = others.map((one) => () => amount('cost')(one, read.days));
  const more = () => ({ possibleTerms: Number(pagination?.total_items ?? 1) });
  const total: Figure = { field: 'total_period_cost', is: eitherOf(amount('cost'), ...readings), more };
  const about = ` of \`preset=${costs.preset}\``;
  compareFigures(read, [total], { rows: [read.data], from, about });
}

/**
 * A plain read of the first range before which the bill has as many days; for the provider with the most cost also another
 * view, a filter and presets, for provider_b other credits.
 */
export async function previousReads(billCase: BillCase): Promise<CostRead[]> {
  const { bill, providers } = billCase;
  const reads: CostRead[] = [];
  for (const provider of mainProviders(billCase)) {
    const { months, around } = provider;
    const days = [...months.map(daysOfMonth), around].find(
      (range) => plusDays(range.first, -lengthOf(range)) >= provider.days.first,
    );
    if (days === undefined) continue;
    const plain: CostRead = { provider, days, groupBy: ['service'] };
    reads.push(plain);
    if (provider === providers[0]) {
      const [region] = await topValues(bill, dimensions.region, { provider, days });
      reads.push({ ...plain, view: 'amortized' });
      if (region !== undefined) reads.push({ ...plain, filters: [{ name: 'region', values: [region] }] });
    }
    if (provider.id === invoicedId) reads.push({ ...plain, credits: 'before' });
  }
  const provider = providers[0] as ProviderBill;
  const ofPreset = { provider, days: provider.days, groupBy: ['service'] } as const;
  return [...reads, ...presets.map((preset) => ({ ...ofPreset, preset }))];
}

/** Compares the previous costs of a breakdown, if the bill has all days of the range before. */
export async function comparePrevious(billCase: BillCase, costs: CostRead): Promise<void> {
  const { bill } = billCase;
  const { preset, provider } = costs;
  const read = await readOf(billCase, breakdownPlan(costs), provider, costs.days);
  const { start_date, end_date } = read.data;
  const range: Days = preset === undefined ? costs.days : { first: start_date, last: end_date };
  if (!isDay(range.first) || !isDay(range.last)) return;
  const length = lengthOf(range);
  const before = { first: plusDays(range.first, -length), last: plusDays(range.last, -length) };
  if (before.first < provider.days.first || before.last > provider.days.last) return;
  const query = costQuery({ ...costs, days: before });
  const month = monthBeforeOf(range);
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
  await compareList(read, { path: 'items', query, figures: [previous] });
}

/** Returns the month before a range that is a month, which has another number of days. */
function monthBeforeOf({ first, last }: Days): Days | null {
  const month = daysOfMonth(first.slice(0, 7));
  return first === month.first && last === month.last ? daysOfMonth(monthBefore(first.slice(0, 7))) : null;
}
