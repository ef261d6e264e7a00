import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { isProposedParameter } from '../../../contract.js';
import { plain } from '../../../figures/comparison.js';
import type { Days } from '../../../figures/days.js';
import type { KnownBill } from '../../../figures/known-bill.js';
import { mainMonthOf, monthsOf, type ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, type Filter } from '../../../figures/queries/cost-query.js';
import { type BillCase, mainProviders, mostProviders, ofBill, otherProviders } from '../bill-check.js';
import { compareDates, compareRows, compareTotal } from './compare-breakdown.js';
import { comparePreset, presetReads, presets } from './compare-presets.js';
import {
  comparePrevious,
  comparePreviousOfPreset,
  previousReads,
  rangesWithPrevious,
} from './compare-previous-costs.js';
import { compareSearch, searchedNames } from './compare-search.js';
import { isSpecial, selectFilters, specialFilters, tagKeysOf } from './filters.js';
import type { CostRead, GroupName } from './reads.js';

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

/** Whether rows without a value pass, which servers often get wrong. */
const isExclusion = (filters: readonly Filter[]) => filters.some(({ mode }) => mode === 'exclude');

/** Compares the total of each filtered breakdown. */
async function compareFiltered(billCase: BillCase, provider: ProviderBill, filters: readonly Filter[]) {
  const { comparison } = billCase;
  const days = mainMonthOf(provider);
  const isProposed = filters.some(
    ({ name, keys, mode }) =>
      // The service does not state how filters of keys and of values go together.
      keys !== undefined ||
      isProposedParameter('getCostBreakdown', `query:${name}`) ||
      (mode === 'exclude' && isProposedParameter('getCostBreakdown', `query:${name}_mode`)),
  );
  const read = { provider, days, filters };
  await comparison.part(() => compareTotal(billCase, read, isProposed ? 'proposed' : undefined));
}

/** Reports providers of the bill that the server does not list, whose costs cannot be compared. */
async function reportUnlisted({ probe, bill, comparison, unlisted }: BillCase): Promise<void> {
  for (const provider of unlisted.slice(0, mostProviders)) {
    const { exchange } = await probe.correct('listProviders');
    const from = await bill.total(costQuery({ provider, days: provider.days }));
    comparison.violation(
      {
        message: `The list of providers lacks ${show(provider.id)}.`,
        actual: 'no such provider',
        exchange,
        basis: 'proposed',
      },
      from,
      `cost ${plain(from.figures.cost ?? 0)}`,
    );
  }
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
    requests: 16,
    async compare(billCase) {
      const main = mainProviders(billCase).flatMap((provider) =>
        [provider.days, ...monthsOf(provider, 2), provider.around].map((days) => ({ provider, days })),
      );
      const others = otherProviders(billCase).map((provider) => ({ provider, days: provider.days }));
      for (const read of [...main, ...others]) {
        await billCase.comparison.part(() => compareTotal(billCase, { ...read, granularity: 'monthly' }));
      }
      await billCase.comparison.part(() => reportUnlisted(billCase));
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-rows-are-sums-by-group',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`cost` of a breakdown row is the sum over the rows of its group; rows without a value are a group of their own.',
    source: 'Other reads: breakdown, group_by',
    requests: 18,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        for (const read of await groupedReads(billCase.bill, provider)) {
          await billCase.comparison.part(() => compareRows(billCase, read));
        }
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-dates-are-those-of-the-charge-period',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A row of the bill counts on the day, in UTC, or in the month in which its charge period starts.',
    requests: 4,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const days = mainMonthOf(provider);
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
    requests: 40,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const days = mainMonthOf(provider);
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
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown with `search` is the sum over the rows that contain the text in one of the searched names.',
    requests: searchedNames.length,
    async compare(billCase) {
      for (const name of searchedNames) {
        await billCase.comparison.part(() => compareSearch(billCase, name));
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-views-are-their-cost-columns',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`show_cost_as` selects `BilledCost` (`unblended`, `blended`, `net_unblended`) or `EffectiveCost` (`amortized`, `net_amortized`).',
    requests: 5,
    async compare(billCase) {
      const provider = billCase.providers[0] as ProviderBill;
      const days = mainMonthOf(provider);
      for (const view of ['unblended', 'blended', 'net_unblended', 'amortized', 'net_amortized']) {
        const read: CostRead = { provider, days, view, groupBy: ['service'] };
        await billCase.comparison.part(() => compareTotal(billCase, read));
        await billCase.comparison.part(() => compareRows(billCase, read));
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.breakdown-credits-are-left-out-before',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`credits=before` leaves out the `Credit` rows of provider_b, and changes nothing for other providers.',
    requests: 4,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const days = mainMonthOf(provider);
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
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`previous_cost` is the sum over the rows of the same group in as many days before the range.',
    requests: 8,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        for (const days of rangesWithPrevious(provider)) {
          for (const read of await previousReads(billCase, provider, days)) {
            await billCase.comparison.part(() => comparePrevious(billCase, read));
          }
        }
      }
      const provider = billCase.providers[0] as ProviderBill;
      for (const preset of presets) {
        await billCase.comparison.part(() => comparePreviousOfPreset(billCase, provider, preset));
      }
    },
  }),
  ofBill('getCostBreakdown', {
    id: 'bill.presets-are-sums-over-their-days',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The total of a preset range is the sum over the rows charged from `start_date` to `end_date`.',
    requests: 6,
    async compare(billCase) {
      for (const read of await presetReads(billCase)) {
        await billCase.comparison.part(() => comparePreset(billCase, read));
      }
    },
  }),
];
