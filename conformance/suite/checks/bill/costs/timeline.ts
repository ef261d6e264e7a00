import type { Check } from '../../../../engine/check.js';
import { isDay, plusDays } from '../../../figures/days.js';
import { invoicedId, mainMonthOf, type ProviderBill } from '../../../figures/provider-bills.js';
import { byDate, costQuery } from '../../../figures/queries/cost-query.js';
import { rowsOf } from '../../shared/exchange-data.js';
import {
  type BillCase,
  contradiction,
  mainProviders,
  must,
  ofBill,
  otherProviders,
  type ProviderRead,
  readOf,
} from '../bill-check.js';
import { compareCost, compareParts, compareSeries } from './compare.js';
import { type CostRead, timelinePlan } from './reads.js';

/** A read of a timeline, and what is compared of it. */
type Part = CostRead & { readonly granularity: 'daily' | 'monthly' } & (
    | { readonly what: 'total' | 'points' }
    | { readonly what: 'parts'; readonly dimension: 'service' | 'account_id' | 'region' }
  );

/** Returns a read of all days of each provider that is compared in one way. */
const ofOthers = (billCase: BillCase, what: 'total' | 'points'): Part[] =>
  otherProviders(billCase).map((provider) => ({ provider, days: provider.days, granularity: 'daily', what }));

/** Checks of timelines against the bill that the server was loaded with. */
export const timelineChecks: readonly Check[] = [
  ofBill('getCostTimeline', {
    id: 'bill.timeline-total-is-the-sum-of-rows',
    ...must('derived', 'Other reads: timeline'),
    requirement: '`total` of a timeline is the sum of `BilledCost` over the rows charged in its range.',
    requests: 14,
    of: (billCase): Part[] => [
      ...mainProviders(billCase).flatMap((provider) =>
        [provider.days, mainMonthOf(provider), provider.around].map(
          (days): Part => ({ provider, days, granularity: 'daily', what: 'total' }),
        ),
      ),
      ...ofOthers(billCase, 'total'),
    ],
    compare,
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-points-are-those-of-the-charge-period',
    ...contradiction,
    requirement:
      'A point of a timeline, and each of its parts, is the sum over the rows whose charge period starts on its date.',
    requests: 18,
    of(billCase): Part[] {
      const { days } = billCase.providers[0] as ProviderBill;
      const ofPreset = { provider: billCase.providers[0] as ProviderBill, days, what: 'points' } as const;
      return [
        ...mainProviders(billCase).flatMap(pointsAndParts),
        { ...ofPreset, preset: '30D', granularity: 'daily' },
        { ...ofPreset, preset: '6M', granularity: 'monthly' },
        ...ofOthers(billCase, 'points'),
      ];
    },
    compare,
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-credits-are-left-out-before',
    ...contradiction,
    requirement: 'A timeline with `credits=before` leaves out the `Credit` rows of provider_b only.',
    requests: 5,
    of: (billCase) =>
      mainProviders(billCase).flatMap((provider): Part[] => {
        const read = { provider, days: provider.days, credits: 'before' } as const;
        const total: Part = { ...read, granularity: 'monthly', what: 'total' };
        if (provider.id !== invoicedId) return [total];
        const daily = { ...read, granularity: 'daily' } as const;
        return [
          total,
          { ...daily, what: 'points' },
          { ...daily, what: 'points', preset: '30D' },
          { ...daily, what: 'parts', days: mainMonthOf(provider), dimension: 'service' },
        ];
      }),
    compare,
  }),
];

function pointsAndParts(provider: ProviderBill): Part[] {
  const all = { provider, days: provider.days };
  const ofMonth = { provider, days: mainMonthOf(provider), granularity: 'daily', what: 'parts' } as const;
  return [
    { ...all, granularity: 'daily', what: 'points' },
    { ...all, granularity: 'monthly', what: 'points' },
    { provider, days: provider.around, granularity: 'monthly', what: 'points' },
    { ...ofMonth, dimension: 'service' },
    { ...ofMonth, dimension: 'account_id' },
    { ...ofMonth, dimension: 'region' },
    { ...all, granularity: 'monthly', what: 'parts', dimension: 'service' },
  ];
}

async function compare(billCase: BillCase, part: Part): Promise<void> {
  if (part.what === 'parts') return compareParts(billCase, part, part.dimension);
  const read = await readOf(billCase, timelinePlan(part), part.provider, part.days);
  const points = rowsOf(read.data.data_points);
  if (part.what === 'total') {
    const more = () => ({ possibleTerms: points.length });
    await compareCost(read, { ...part, field: 'total' }, { required: 'known', more });
  } else if (part.preset === undefined) {
    await compareSeries(read, { ...part, path: 'data_points', field: 'amount', points });
  } else await comparePreset(read, part, points);
}

/** Compares the points of a preset, whose range the response states. */
async function comparePreset(read: ProviderRead, part: Part, points: readonly any[]): Promise<void> {
  const { start_date: first, end_date: last } = read.data;
  if (!isDay(first) || !isDay(last)) return;
  const range = { ...part, days: { first, last } };
  // Rows of a day that is still running may be shown or not.
  const running = plusDays(part.provider.days.last, 1);
  const isComplete = (date: unknown) => String(date) < running.slice(0, String(date).length);
  const expected = await read.bill.expected(byDate(costQuery(range), part.granularity));
  await compareSeries(read, {
    ...{ ...range, path: 'data_points', field: 'amount' },
    points: points.filter(({ date }) => isComplete(date)),
    expected: expected.filter(({ group }) => isComplete(group.date)),
  });
}
