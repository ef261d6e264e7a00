import { costQuery, dimensions, type Filter, tagValue } from '../../bill/cost-query.js';
import { type Days, daysOfMonth, isDay, lengthOf, plusDays } from '../../bill/days.js';
import { shownValue } from '../../bill/groups.js';
import type { ExpectedRow, KnownBill } from '../../bill/known-bill.js';
import type { ProviderBill } from '../../bill/provider-bills.js';
import type { Check } from '../../check.js';
import { isProposedParameter } from '../../contract.js';
import { count } from '../../count.js';
import { withoutQuery, withQuery } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { compareDates, compareRows, compareTotal, keysOf } from './breakdown.js';
import { breakdownOf, breakdownPlan, type CostRead, type GroupName } from './cost-reads.js';
import { isSpecial, selectFilters, specialFilters, topValues } from './filters.js';

/** Providers whose costs are compared in many ways. */
const mostProviders = 2;

const closest = ({ providers }: BillCase) => providers.slice(0, mostProviders);

/** The months that show most, or all days if the bill has no complete month. */
export function monthsOf({ months, days }: ProviderBill, most: number): Days[] {
  return months.length > 0 ? months.slice(0, most).map(daysOfMonth) : [days];
}

/** Breakdowns by each group in a month, and by two groups in another. */
async function groupedReads(bill: KnownBill, provider: ProviderBill): Promise<CostRead[]> {
  const [days, other = days] = monthsOf(provider, 2) as [Days, ...Days[]];
  const keys = await tagKeysOf(bill, provider);
  const [tagKey] = keys;
  const special = keys.slice(1).find(isSpecial);
  const byTag = (groupBy: readonly GroupName[], key: string): CostRead => ({
    provider,
    days,
    groupBy,
    tagKey: key,
  });
  return [
    { provider, days, groupBy: ['service'] },
    { provider, days, groupBy: ['account_id'] },
    { provider, days, groupBy: ['region'] },
    ...(tagKey === undefined ? [] : [byTag(['tag'], tagKey), byTag(['service', 'tag'], tagKey)]),
    ...(special === undefined ? [] : [byTag(['tag'], special)]),
    { provider, days: other, groupBy: ['service', 'account_id'] },
    { provider, days: other, groupBy: ['account_id', 'region'] },
    { provider, days: provider.around, groupBy: ['service', 'region'] },
  ];
}

/** Tag keys, those on most rows first. */
export async function tagKeysOf(bill: KnownBill, { where }: ProviderBill): Promise<readonly string[]> {
  const keys = `SELECT unnest(json_keys(Tags)) AS tag_key FROM charges WHERE ${where}`;
  return bill.column(`SELECT tag_key FROM (${keys}) GROUP BY tag_key ORDER BY count(*) DESC, tag_key`);
}

/** Whether rows without a value pass, which servers often get wrong. */
const isExclusion = (filters: readonly Filter[]) => filters.some(({ mode }) => mode === 'exclude');

/** Compares the total of each filtered breakdown. */
async function compareFiltered(billCase: BillCase, provider: ProviderBill, filters: readonly Filter[]) {
  const { comparison } = billCase;
  const [days] = monthsOf(provider, 1) as [Days];
  const isProposed = filters.some(
    ({ name, mode }) =>
      isProposedParameter('getCostBreakdown', `query:${name}`) ||
      (mode === 'exclude' && isProposedParameter('getCostBreakdown', `query:${name}_mode`)),
  );
  const read = { provider, days, filters };
  await comparison.part(() => compareTotal(billCase, read, isProposed ? 'proposed' : undefined));
}

/** Checks of breakdowns against the bill that the server was loaded with. */
export const breakdownChecks: readonly Check[] = [
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-total-is-the-sum-of-rows',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`total_period_cost` of a breakdown is the sum of `BilledCost` over the rows charged in its range.',
    source: 'Other reads: breakdown',
    cost: 10,
    async compare(billCase) {
      for (const [i, provider] of billCase.providers.entries()) {
        const ranges = [provider.days, ...monthsOf(provider, 2), provider.around];
        for (const days of ranges.slice(0, i < mostProviders ? ranges.length : 1)) {
          await billCase.comparison.part(() =>
            compareTotal(billCase, { provider, days, granularity: 'monthly' }),
          );
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-rows-are-sums-by-group',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`cost` of a breakdown row is the sum over the rows of its group; rows without a value are a group of their own.',
    source: 'Other reads: breakdown, group_by',
    cost: 17,
    async compare(billCase) {
      for (const provider of closest(billCase)) {
        for (const read of await groupedReads(billCase.bill, provider)) {
          await billCase.comparison.part(() => compareRows(billCase, read));
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-dates-are-those-of-the-charge-period',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A row of the bill counts on the day, in UTC, or in the month in which its charge period starts.',
    cost: 4,
    async compare(billCase) {
      for (const provider of closest(billCase)) {
        const [days] = monthsOf(provider, 1) as [Days];
        const reads: CostRead[] = [
          { provider, days, groupBy: ['service'] },
          { provider, days, groupBy: ['account_id'] },
          { provider, days: provider.days, groupBy: ['service'], granularity: 'monthly' },
        ];
        for (const read of reads) await billCase.comparison.part(() => compareDates(billCase, read));
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-filters-select-rows',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A filtered breakdown is the sum over the rows that pass all of its filters.',
    source: 'Other reads: breakdown, filterable',
    cost: 40,
    async compare(billCase) {
      for (const provider of closest(billCase)) {
        const [days] = monthsOf(provider, 1) as [Days];
        const keys = await tagKeysOf(billCase.bill, provider);
        const filters = await selectFilters(billCase.bill, { provider, days }, keys);
        const isFirst = provider === billCase.providers[0];
        const special = await specialFilters(billCase.bill, { provider, days }, keys);
        for (const some of [...(isFirst ? filters : filters.filter(isExclusion)), ...special]) {
          await compareFiltered(billCase, provider, some);
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-search-selects-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown with `search` is the sum over the rows that contain the text in one of the searched names.',
    cost: 1,
    compare: compareSearch,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-views-are-their-cost-columns',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`show_cost_as` selects `BilledCost` (`unblended`, `blended`, `net_unblended`) or `EffectiveCost` (`amortized`, `net_amortized`).',
    cost: 5,
    async compare(billCase) {
      const provider = billCase.providers[0] as ProviderBill;
      const [days] = monthsOf(provider, 1) as [Days];
      for (const view of ['unblended', 'blended', 'net_unblended', 'amortized', 'net_amortized']) {
        const read: CostRead = { provider, days, view, groupBy: ['service'] };
        await billCase.comparison.part(() => compareTotal(billCase, read));
        await billCase.comparison.part(() => compareRows(billCase, read));
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-credits-are-left-out-before',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`credits=before` leaves out the `Credit` rows of provider_b, and changes nothing for other providers.',
    cost: 4,
    async compare(billCase) {
      for (const provider of closest(billCase)) {
        const [days] = monthsOf(provider, 1) as [Days];
        for (const credits of ['before', 'after'] as const) {
          const read: CostRead = { provider, days, credits, groupBy: ['service'] };
          await billCase.comparison.part(() => compareTotal(billCase, read));
          await billCase.comparison.part(() => compareRows(billCase, read));
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.previous-cost-is-that-of-the-days-before',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`previous_cost` is the sum over the rows of the same group in as many days before the range.',
    cost: 5,
    async compare(billCase) {
      for (const provider of closest(billCase)) {
        for (const days of rangesWithPrevious(provider)) {
          for (const read of await previousReads(billCase, provider, days)) {
            await billCase.comparison.part(() => comparePrevious(billCase, read));
          }
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.presets-are-sums-over-their-days',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The total of a preset range is the sum over the rows charged from `start_date` to `end_date`.',
    cost: 6,
    async compare(billCase) {
      for (const read of await presetReads(billCase)) {
        await billCase.comparison.part(() => comparePreset(billCase, read));
      }
    },
  }),
];

async function compareSearch(billCase: BillCase): Promise<void> {
  const { bill, probe, comparison, providers } = billCase;
  const provider = providers[0] as ProviderBill;
  const [days] = monthsOf(provider, 1) as [Days];
  const [service = 'a'] = await bill.values(dimensions.service, [provider.where]);
  const text = service.slice(1, 4).trim().toUpperCase() || service;
  const expressions = ['ServiceName', 'SubAccountId', 'SubAccountName', 'RegionId', 'Tags', 'usage_type'];
  const contains = expressions.map(
    (one) => `contains(lower(${one}), lower('${text.replaceAll("'", "''")}'))`,
  );
  const query = costQuery({ provider, days });
  const from = await bill.total({ ...query, where: [...query.where, `(${contains.join(' OR ')})`] });
  const exchange = await successOf(probe, withQuery(breakdownPlan({ provider, days }), 'search', text));
  comparison.figure({
    name: '`total_period_cost` with `search`',
    actual: dataOf(exchange).total_period_cost,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
  });
}

/** Ranges before which the bill has as many days. */
function rangesWithPrevious({ days, months, around }: ProviderBill): Days[] {
  return [...months.map(daysOfMonth), around]
    .filter(({ first, last }) => plusDays(first, -lengthOf({ first, last })) >= days.first)
    .slice(0, 1);
}

/** A plain read; for the provider with the most cost also another view and a filter, for provider_b other credits. */
async function previousReads(
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
  return provider.id === 'provider_b' ? [...reads, { ...plain, credits: 'before' }] : reads;
}

async function comparePrevious(billCase: BillCase, read: CostRead): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { first, last } = read.days;
  const length = lengthOf(read.days);
  const before = { first: plusDays(first, -length), last: plusDays(last, -length) };
  const query = costQuery({ ...read, days: before });
  const { exchange, data } = await breakdownOf(probe, read);
  const keyOf = await keysOf(billCase, read);
  const expected = new Map(
    (await bill.expected(query)).map((row) => [keyOf((name) => row.group[name]), row]),
  );
  for (const row of rowsOf(data.items)) {
    const from = expected.get(keyOf((name) => row[name]));
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

/** Each preset, and one with another view, credits or filter each: some servers precompute the ranges of presets. */
async function presetReads({ bill, providers }: BillCase): Promise<PresetRead[]> {
  const provider = providers[0] as ProviderBill;
  const { days } = provider;
  const plain = { provider, days, granularity: 'monthly' as const };
  const [key] = await tagKeysOf(bill, provider);
  const [value] = key === undefined ? [] : await topValues(bill, tagValue(key), { provider, days });
  const other = providers.find(({ id }) => id === 'provider_b') ?? provider;
  return [
    ...presets.map((preset) => ({ ...plain, preset })),
    { ...plain, preset: '30D', view: 'amortized' },
    { ...plain, preset: '6M', provider: other, credits: 'before' },
    ...(value === undefined
      ? []
      : [{ ...plain, preset: '12M', filters: [{ name: 'tag_value', values: [value] } as const] }]),
  ];
}

const presets = ['30D', '6M', '12M'];

interface PresetRead extends CostRead {
  readonly preset: string;
}

async function comparePreset(billCase: BillCase, { preset, ...read }: PresetRead): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const plan = withoutQuery(withoutQuery(breakdownPlan(read), 'start'), 'end');
  const exchange = await successOf(probe, withQuery(plan, 'preset', preset));
  const { start_date: first, end_date: last, total_period_cost: actual } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) return;
  const totalTo = (end: string) => bill.total(costQuery({ ...read, days: { first, last: end } }));
  const length = lengthOf({ first, last });
  if (preset === '30D' && length !== 30) {
    const message = 'The range of `preset=30D` does not have 30 days.';
    const found = count(length, 'day');
    comparison.violation({ message, actual: found, exchange }, await totalTo(last), '30 days');
  }
  // Rows of a day that is still running may be shown or not.
  const ends = [...new Set([[last, read.provider.days.last].sort()[0] as string, last])];
  const totals = await Promise.all(ends.map(totalTo));
  const distance = ({ figures }: ExpectedRow) => Math.abs((figures.cost ?? 0) - Number(actual));
  const [from] = totals.sort((a, b) => distance(a) - distance(b)) as [ExpectedRow, ...ExpectedRow[]];
  comparison.figure({
    name: `\`total_period_cost\` of \`preset=${preset}\``,
    actual,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
  });
}
