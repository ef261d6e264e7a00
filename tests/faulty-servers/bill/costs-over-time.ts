import { changed, ignores, recomputed, requests, withQuery } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computes, computesFor, fails } from './bill-fault.js';
import {
  changes,
  drops,
  every,
  inInvoiceMonth,
  invoices,
  isCorrection,
  isLate,
  isPurchase,
  isTax,
  monthStart,
  moved,
  shiftDay,
  shifted,
  timeline,
  withoutValue,
} from './row-changes.js';

const timelineOfProviderC = 'GET /providers/provider_c/costs/timeline';
const forecast = 'GET /costs/forecast';
const summary = 'GET /providers/*/costs/summary';

export const costOverTimeFaults = billFaults({
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
  'bill.forecast-starts-from-the-booked-rows': {
    'the forecast of all providers ignores the cost basis of credits': fails(
      ignores(`${forecast}?provider=all`, 'credits'),
    ),
    'booked costs without purchases': fails(computesFor(forecast, drops(isPurchase))),
    'a forecast without what is booked': changed(forecast, 'booked_to_date', null),
  },
  'bill.forecast-shows-past-days': {
    'a forecast that shows days one day late': fails(
      changed(forecast, 'sparkline', (points) => [points[0], ...points.slice(0, -1)]),
    ),
    'a forecast with a day without a value': changed(forecast, 'sparkline[7]', null),
    'a forecast without points': changed(forecast, 'sparkline', []),
  },
  'bill.summary-is-the-sum-of-the-running-month': {
    'a summary of billed and spread costs': fails(
      computesFor(
        summary,
        every((row) => ({ BilledCost: row.EffectiveCost })),
      ),
    ),
    'a summary of no services': changed(summary, 'top_services', []),
    'a summary of services with the second largest cost last': changed(
      summary,
      'top_services',
      ([first, second, ...others]) => (second ? [first, ...others, second] : [first]),
    ),
    'a summary without the change of the month': changed(summary, 'monthly_spending_percentage', null),
    'a summary without the changes of services': changed(summary, 'top_services[].change_percentage', null),
  },
  'bill.invoice-month-is-that-of-the-billing-period': {
    'invoice months by charge period': computesFor(
      invoices,
      every((row) => ({
        BillingPeriodStart: monthStart(row.ChargePeriodStart),
        BillingPeriodEnd: monthStart(moved(monthStart(row.ChargePeriodStart), 24 * 32)),
      })),
    ),
    'totals of invoice months are texts': changed(invoices, 'items[].total', String),
    'invoice months without a total': changed(invoices, 'items[].total', null),
  },
  'bill.invoice-cost-types-are-charge-categories': {
    'the number of invoice months is ignored': ignores(invoices, 'months'),
    'a request for one invoice month returns the oldest': recomputed(
      `${invoices}?months=1`,
      async (data, read) => ({
        ...data,
        items: (await read({ months: null })).items.slice(-1),
      }),
    ),
    'corrections among the regular charges of an invoice': computesFor(
      invoices,
      changes(isCorrection, () => ({ ChargeClass: '' })),
    ),
    'tax among the regular charges of an invoice': fails(
      computesFor(
        invoices,
        changes(isTax, () => ({ ChargeCategory: 'Usage' })),
      ),
    ),
    'an invoice without marketplace charges': computesFor(
      invoices,
      every((row) => ({ PublisherName: row.ProviderName })),
    ),
  },
});
