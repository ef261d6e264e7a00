import { changed, ignores, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  drops,
  every,
  inInvoiceMonth,
  isLate,
  shiftDay,
  shifted,
  timeline,
  withoutValue,
} from './row-changes.js';

const timelineOfProviderC = 'GET /providers/provider_c/costs/timeline';

export const timelineFaults: readonly BillFault[] = [
  {
    name: 'late charges are dropped',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: drops(isLate),
  },
  {
    name: 'adjustments are dropped',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: drops((row) => row.ChargeCategory === 'Adjustment'),
  },
  {
    name: 'the timeline ignores the cost basis of credits',
    caughtBy: 'bill.timeline-credits-are-left-out-before',
    fails: true,
    change: ignores(timeline, 'credits'),
  },
  {
    name: 'the parts of a timeline ignore the cost basis of credits',
    caughtBy: 'bill.timeline-credits-are-left-out-before',
    fails: true,
    change: ignores(`${timeline}?dimension`, 'credits'),
  },
  {
    name: 'a timeline by day ignores the cost basis of credits',
    caughtBy: 'bill.timeline-credits-are-left-out-before',
    change: ignores(`${timeline}?!preset&!dimension&granularity=daily`, 'credits'),
  },
  {
    name: 'a preset of the timeline ignores the cost basis of credits',
    caughtBy: 'bill.timeline-credits-are-left-out-before',
    change: ignores(`${timeline}?preset`, 'credits'),
  },
  {
    name: 'the timeline of the third provider lacks a day',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    change: changed(timelineOfProviderC, 'data_points', (points) => points.slice(1)),
  },
  {
    name: 'the timeline of the third provider has twice its costs',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: changed(timelineOfProviderC, 'total', (total) => 2 * total),
  },
  {
    name: 'amortized costs are shown as billed',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
  },
  {
    name: 'days in a time zone east of UTC',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: shifted(2),
    when: timeline,
  },
  {
    name: 'ranges leave out their last day',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: requests(`${timeline}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), -1) }),
    ),
  },
  {
    name: 'a preset of the timeline shows days one day late',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: changed(`${timeline}?preset=30D`, 'data_points', (points) =>
      points.map((point: any, i: number) => ({ ...point, amount: points[Math.max(0, i - 1)].amount })),
    ),
  },
  {
    name: 'a preset of the timeline has months by invoice',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: inInvoiceMonth,
    when: `${timeline}?preset=6M`,
  },
  {
    name: 'the parts of a month are by invoice',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: inInvoiceMonth,
    when: `${timeline}?granularity=monthly&dimension`,
  },
  {
    name: 'a month of a timeline includes the days before its range',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: requests(`${timeline}?granularity=monthly&start`, (request) =>
      withQuery(request, { start: `${request.query.get('start')?.slice(0, 7)}-01` }),
    ),
  },
  {
    name: 'parts of a timeline without rows that have no region',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: withoutValue('RegionId'),
    when: `${timeline}?dimension=region`,
  },
  {
    name: 'parts of a timeline in order of their names',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    change: changed(`${timeline}?dimension`, 'data_points[].parts', (parts) =>
      parts.toSorted((a: any, b: any) => (String(a.value) < String(b.value) ? -1 : 1)),
    ),
  },
  {
    name: 'a timeline with empty lists of parts',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: changed(`${timeline}?dimension`, 'data_points[].parts', () => []),
  },
  {
    name: 'monthly parts by first days, with those of services doubled',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: changed(`${timeline}?dimension=service&granularity=monthly`, 'data_points[]', (point) => ({
      ...point,
      date: `${point.date.slice(0, 7)}-01`,
      parts: point.parts.map((part: any) => ({ ...part, amount: 2 * part.amount })),
    })),
  },
  {
    name: 'a timeline without a total',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: changed(timeline, 'total', () => null),
  },
];
