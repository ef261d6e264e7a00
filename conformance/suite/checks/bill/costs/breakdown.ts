import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { contradiction, derived, proposal } from '../../../claims.js';
import { isProposedParameter } from '../../../contract.js';
import { plain } from '../../../figures/comparison.js';
import type { Days } from '../../../figures/days.js';
import { mainMonthOf, monthsOf, type ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, type Filter } from '../../../figures/queries/cost-query.js';
import { type BillCase, mostProviders, ofBill } from '../bill-check.js';
import { type CostRead, compareDates, compareRows, compareTotal } from './compare.js';
import { isSpecial, selectFilters, specialFilters, tagKeysOf } from './filters.js';
import { comparePrevious, presetReads, previousReads } from './ranges.js';
import { compareSearch, searchedNames } from './search.js';

/** Breakdowns by each group in a month, and by two groups in another. */
const groupedReads = (billCase: BillCase) =>
  billCase.ofMain(async (provider): Promise<CostRead[]> => {
    const [days, other = days] = monthsOf(provider, 2) as [Days, ...Days[]];
    const [tagKey, ...keys] = await tagKeysOf(billCase.bill, provider);
    const special = keys.find(isSpecial);
    const byTag = (key: string | undefined, ...groupBy: NonNullable<CostRead['groupBy']>): CostRead[] =>
      key === undefined ? [] : [{ provider, days, groupBy, tagKey: key }];
    return [
      { provider, days, groupBy: ['service'] },
      { provider, days, groupBy: ['account_id'] },
      { provider, days, groupBy: ['region'] },
      ...[...byTag(tagKey, 'tag'), ...byTag(tagKey, 'service', 'tag'), ...byTag(special, 'tag')],
      { provider, days: other, groupBy: ['service', 'account_id'] },
      { provider, days: other, groupBy: ['account_id', 'region'] },
      { provider, days: provider.around, groupBy: ['service', 'region'] },
    ];
  });

/** Whether rows without a value pass, which servers often get wrong. */
const isExclusion = (filters: readonly Filter[]) => filters.some(({ mode }) => mode === 'exclude');

/** Breakdowns with filters: of the provider with the most cost with all kinds, of the other one with some. */
const filteredReads = (billCase: BillCase) =>
  billCase.ofMain(async (provider, i) => {
    const range = { provider, days: mainMonthOf(provider) };
    const keys = await tagKeysOf(billCase.bill, provider);
    const filters = await selectFilters(billCase.bill, range, keys);
    const special = await specialFilters(billCase.bill, range, keys);
    const selected = [...(i === 0 ? filters : filters.filter(isExclusion)), ...special];
    return selected.map((some) => ({ ...range, filters: some }));
  });

/** Whether the service does not state what the filters select; it does not state how those of keys and of values go together. */
function isProposed(filters: readonly Filter[]): boolean {
  const isOpen = (name: string) => isProposedParameter('getCostBreakdown', `query:${name}`);
  return filters.some(
    ({ name, keys, mode }) =>
      keys !== undefined || isOpen(name) || (mode === 'exclude' && isOpen(`${name}_mode`)),
  );
}

async function compareTotalAndRows(billCase: BillCase, read: CostRead): Promise<void> {
  await billCase.comparison.part(() => compareTotal(billCase, read));
  await billCase.comparison.part(() => compareRows(billCase, read));
}

/** Reports a provider of the bill that the server does not list, whose costs cannot be compared. */
async function reportUnlisted({ probe, bill, comparison }: BillCase, provider: ProviderBill): Promise<void> {
  const { exchange } = await probe.correct('listProviders');
  const from = await bill.total(costQuery({ provider, days: provider.days }));
  const message = `The list of providers lacks ${show(provider.id)}.`;
  const expected = `cost ${plain(from.figures.cost ?? 0)}`;
  comparison.violation({ message, actual: 'no such provider', expected, from, exchange });
}

/** Checks of breakdowns against the bill that the server was loaded with. */
export const breakdownChecks: readonly Check[] = [
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-total-is-the-sum-of-rows',
    ...derived,
    source: 'Other reads: breakdown',
    requirement:
      '`total_period_cost` of a breakdown is the sum of `BilledCost` over the rows charged in its range.',
    requests: 16,
    of: async (billCase) => [
      ...(await billCase.ofMain((provider) =>
        [provider.days, ...monthsOf(provider, 2), provider.around].map((days) => ({ provider, days })),
      )),
      ...billCase.otherProviders.map((provider) => ({ provider, days: provider.days })),
      ...billCase.unlisted.slice(0, mostProviders),
    ],
    compare: (billCase, part) =>
      'provider' in part
        ? compareTotal(billCase, { ...part, granularity: 'monthly' })
        : reportUnlisted(billCase, part),
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-rows-are-sums-by-group',
    ...derived,
    source: 'Other reads: breakdown, group_by',
    requirement:
      '`cost` of a breakdown row is the sum over the rows of its group; rows without a value are a group of their own.',
    requests: 18,
    of: groupedReads,
    compare: compareRows,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-dates-are-those-of-the-charge-period',
    ...contradiction,
    requirement:
      'A row of the bill counts on the day, in UTC, or in the month in which its charge period starts.',
    requests: 4,
    of: (billCase) =>
      billCase.ofMain((provider): CostRead[] => [
        { provider, days: mainMonthOf(provider), groupBy: ['service'] },
        { provider, days: mainMonthOf(provider), groupBy: ['account_id'] },
        { provider, days: provider.days, groupBy: ['service'], granularity: 'monthly' },
      ]),
    compare: compareDates,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-filters-select-rows',
    ...derived,
    source: 'Other reads: breakdown, filterable',
    requirement: 'A filtered breakdown is the sum over the rows that pass all of its filters.',
    requests: 40,
    of: filteredReads,
    compare: (billCase, read) =>
      compareTotal(billCase, read, isProposed(read.filters) ? 'proposed' : undefined),
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-search-selects-rows',
    ...proposal,
    requirement:
      'A breakdown with `search` is the sum over the rows that contain the text in one of the searched names.',
    requests: searchedNames.length,
    of: () => searchedNames,
    compare: compareSearch,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-views-are-their-cost-columns',
    ...contradiction,
    requirement:
      '`show_cost_as` selects `BilledCost` (`unblended`, `blended`, `net_unblended`) or `EffectiveCost` (`amortized`, `net_amortized`).',
    requests: 5,
    of(billCase) {
      const provider = billCase.mainProvider;
      const read: CostRead = { provider, days: mainMonthOf(provider), groupBy: ['service'] };
      const views = ['unblended', 'blended', 'net_unblended', 'amortized', 'net_amortized'];
      return views.map((view) => ({ ...read, view }));
    },
    compare: compareTotalAndRows,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-credits-are-left-out-before',
    ...contradiction,
    requirement:
      '`credits=before` leaves out the `Credit` rows of provider_b, and changes nothing for other providers.',
    requests: 4,
    of: (billCase) =>
      billCase.ofMain((provider) =>
        (['before', 'after'] as const).map((credits): CostRead => {
          return { provider, days: mainMonthOf(provider), groupBy: ['service'], credits };
        }),
      ),
    compare: compareTotalAndRows,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.previous-cost-is-that-of-the-days-before',
    ...contradiction,
    requirement:
      '`previous_cost` is the sum over the rows of the same group in as many days before the range.',
    requests: 8,
    of: previousReads,
    compare: comparePrevious,
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.presets-are-sums-over-their-days',
    ...contradiction,
    requirement:
      'The total of a preset range is the sum over the rows charged from `start_date` to `end_date`.',
    requests: 6,
    of: presetReads,
    compare: compareTotal,
  }),
];
