import { changed, ignores, requests, withQuery } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computes, computesFor, fails } from './bill-fault.js';
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

export const timelineFaults = billFaults({
  'bill.timeline-total-is-the-sum-of-rows': {
    'late charges are dropped': computes(drops(isLate)),
    'the timeline of the third provider has twice its costs': changed(timelineOfProviderC, 'total', times(2)),
    'amortized costs are shown as billed': computes(every((row) => ({ BilledCost: row.EffectiveCost }))),
    'ranges leave out their last day': requests(`${timeline}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), -1) }),
    ),
    'a timeline without a total': changed(timeline, 'total', null),
  },
  'bill.timeline-points-are-those-of-the-charge-period': {
    'adjustments are dropped': fails(computes(drops((row) => row.ChargeCategory === 'Adjustment'))),
    'the timeline of the third provider lacks a day': changed(timelineOfProviderC, 'data_points', (points) =>
      points.slice(1),
    ),
    'days in a time zone east of UTC': fails(computesFor(timeline, shifted(2))),
    'a preset of the timeline shows days one day late': fails(
      changed(`${timeline}?preset=30D`, 'data_points', (points) =>
        points.map((point: any, i: number) => ({ ...point, amount: points[Math.max(0, i - 1)].amount })),
      ),
    ),
    'a preset of the timeline has months by invoice': fails(
      computesFor(`${timeline}?preset=6M`, inInvoiceMonth),
    ),
    'the parts of a month are by invoice': fails(
      computesFor(`${timeline}?granularity=monthly&dimension`, inInvoiceMonth),
    ),
    'a month of a timeline includes the days before its range': fails(
      requests(`${timeline}?granularity=monthly&start`, (request) =>
        withQuery(request, { start: `${request.query.get('start')?.slice(0, 7)}-01` }),
      ),
    ),
    'parts of a timeline without rows that have no region': fails(
      computesFor(`${timeline}?dimension=region`, withoutValue('RegionId')),
    ),
    'parts of a timeline in order of their names': changed(
      `${timeline}?dimension`,
      'data_points[].parts',
      (parts) => parts.toSorted((a: any, b: any) => (String(a.value) < String(b.value) ? -1 : 1)),
    ),
    'a timeline with empty lists of parts': fails(
      changed(`${timeline}?dimension`, 'data_points[].parts', []),
    ),
    'monthly parts by first days, with those of services doubled': fails(
      changed(`${timeline}?dimension=service&granularity=monthly`, 'data_points[]', (point) => ({
        ...point,
        date: `${point.date.slice(0, 7)}-01`,
        parts: point.parts.map((part: any) => ({ ...part, amount: 2 * part.amount })),
      })),
    ),
  },
  'bill.timeline-credits-are-left-out-before': {
    'the timeline ignores the cost basis of credits': fails(ignores(timeline, 'credits')),
    'the parts of a timeline ignore the cost basis of credits': fails(
      ignores(`${timeline}?dimension`, 'credits'),
    ),
    'a timeline by day ignores the cost basis of credits': ignores(
      `${timeline}?!preset&!dimension&granularity=daily`,
      'credits',
    ),
    'a preset of the timeline ignores the cost basis of credits': ignores(`${timeline}?preset`, 'credits'),
  },
});
