import type { Check } from '../../../../engine/check.js';
import { contradiction, derived } from '../../../claims.js';
import { invoicedId, mainMonthOf, type ProviderBill } from '../../../figures/provider-bills.js';
import { type BillCase, ofBill } from '../bill-check.js';
import { type CostRead, compareParts, comparePoints, compareTotal } from './compare.js';

const daily = { operation: 'getCostTimeline', granularity: 'daily' } as const;
const monthly = { operation: 'getCostTimeline', granularity: 'monthly' } as const;

/** Returns a read of all days of each provider that is compared in one way. */
const ofOthers = (billCase: BillCase): CostRead[] =>
  billCase.otherProviders.map((provider) => ({ ...daily, provider, days: provider.days }));

/** Compares the points of a timeline, or their parts if it has a dimension. */
const comparePointsOrParts = (billCase: BillCase, read: CostRead) =>
  read.groupBy ? compareParts(billCase, read) : comparePoints(billCase, read);

/** Checks of timelines against the bill that the server was loaded with. */
export const timelineChecks: readonly Check[] = [
  ofBill('getCostTimeline', {
    id: 'bill.timeline-total-is-the-sum-of-rows',
    ...derived,
    source: 'Other reads: timeline',
    requirement: '`total` of a timeline is the sum of `BilledCost` over the rows charged in its range.',
    requests: 14,
    of: async (billCase): Promise<CostRead[]> => [
      ...(await billCase.ofMain((provider) =>
        [provider.days, mainMonthOf(provider), provider.around].map((days) => ({ ...daily, provider, days })),
      )),
      ...ofOthers(billCase),
    ],
    compare: compareTotal,
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-points-are-those-of-the-charge-period',
    ...contradiction,
    requirement:
      'A point of a timeline, and each of its parts, is the sum over the rows whose charge period starts on its date.',
    requests: 18,
    async of(billCase): Promise<CostRead[]> {
      const provider = billCase.mainProvider;
      const { days } = provider;
      return [
        ...(await billCase.ofMain(pointsAndParts)),
        { ...daily, provider, days, preset: '30D' },
        { ...monthly, provider, days, preset: '6M' },
        ...ofOthers(billCase),
      ];
    },
    compare: comparePointsOrParts,
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-credits-are-left-out-before',
    ...contradiction,
    requirement: 'A timeline with `credits=before` leaves out the `Credit` rows of provider_b only.',
    requests: 5,
    of: (billCase) =>
      billCase.ofMain((provider): CostRead[] => {
        const read = { provider, days: provider.days, credits: 'before' } as const;
        const total = { ...monthly, ...read };
        if (provider.id !== invoicedId) return [total];
        const ofMonth = { ...daily, ...read, days: mainMonthOf(provider), groupBy: ['service'] } as const;
        return [total, { ...daily, ...read }, { ...daily, ...read, preset: '30D' }, ofMonth];
      }),
    compare: (billCase, read) =>
      read.granularity === 'monthly' ? compareTotal(billCase, read) : comparePointsOrParts(billCase, read),
  }),
];

function pointsAndParts(provider: ProviderBill): CostRead[] {
  const { days, around } = provider;
  const ofMonth = { ...daily, provider, days: mainMonthOf(provider) };
  return [
    { ...daily, provider, days },
    { ...monthly, provider, days },
    { ...monthly, provider, days: around },
    { ...ofMonth, groupBy: ['service'] },
    { ...ofMonth, groupBy: ['account_id'] },
    { ...ofMonth, groupBy: ['region'] },
    { ...monthly, provider, days, groupBy: ['service'] },
  ];
}
