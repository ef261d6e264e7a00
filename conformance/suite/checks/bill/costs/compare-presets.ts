import { count } from '../../../../engine/count.js';
import { earlier, isDay, lengthOf, plusDays } from '../../../figures/days.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { invoicedId, type ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, tagValue } from '../../../figures/queries/cost-query.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { todaysOf } from '../../shared/timestamps.js';
import { type BillCase, dayOf } from '../bill-check.js';
import { tagKeysOf, topValues } from './filters.js';
import { breakdownPlan, type CostRead, withPreset } from './reads.js';

/** Each preset, and one with another view, credits or filter each: some servers precompute the ranges of presets. */
export async function presetReads({ bill, providers }: BillCase): Promise<PresetRead[]> {
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

/** The ranges that have a name. */
export const presets = ['30D', '6M', '12M'];

interface PresetRead extends CostRead {
  readonly preset: string;
}

export async function comparePreset(billCase: BillCase, { preset, ...read }: PresetRead): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const exchange = await successOf(probe, withPreset(breakdownPlan(read), preset));
  const { start_date: first, end_date: last, total_period_cost: actual, pagination } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) return;
  const totalTo = (end: string) => bill.total(costQuery({ ...read, days: { first, last: end } }));
  const length = lengthOf({ first, last });
  if (preset === '30D' && length !== 30) {
    const message = 'The range of `preset=30D` does not have 30 days.';
    const found = count(length, 'day');
    comparison.violation({ message, actual: found, exchange }, await totalTo(last), '30 days');
  }
  const todays = [dayOf(exchange), ...todaysOf(exchange)];
  // Rows of a day that is still running may be shown or not, and rows after the last complete day of usage.
  const complete = [read.provider.days.last, ...todays.map((today) => plusDays(today, -1))];
  const ends = [...new Set([...complete.map((end) => earlier(last, end)), last])];
  const totals = await Promise.all(ends.map(totalTo));
  const distance = ({ figures }: ExpectedRow) => Math.abs((figures.cost ?? 0) - Number(actual));
  const [from] = totals.sort((a, b) => distance(a) - distance(b)) as [ExpectedRow, ...ExpectedRow[]];
  comparison.figure({
    name: `\`total_period_cost\` of \`preset=${preset}\``,
    actual,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
    possibleTerms: Number(pagination?.total_items ?? 1),
  });
}
