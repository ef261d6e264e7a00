import type { BillRow } from '../../support/bill-rows.js';
import { changed, ignores, recomputed, requests, type Where, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  breakdown,
  changes,
  drops,
  every,
  inInvoiceMonth,
  isCorrection,
  isCredit,
  isLate,
  isPurchase,
  isTax,
  isUnused,
  shiftDay,
  shifted,
  timeline,
} from './row-changes.js';

const forecast = 'GET /costs/forecast';
const summary = 'GET /providers/*/costs/summary';
const timelineOfProviderC = 'GET /providers/provider_c/costs/timeline';

/** Shows previous costs as if a parameter was not sent. */
const ignoresBefore = (where: Where, name: string) =>
  recomputed(`${where}&${name}`, async (data, read) => {
    const { items } = await read({ [name]: null });
    const previous = new Map(items.map((row: any) => [row.service, row.previous_cost]));
    return {
      ...data,
      items: data.items.map((row: any) => ({ ...row, previous_cost: previous.get(row.service) })),
    };
  });

/** Costs that are not the sums of their rows. */
export const costFaults: readonly BillFault[] = [
  {
    name: 'purchases are left out',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isPurchase),
  },
  {
    name: 'upfront purchases count twice',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: (row) =>
      isPurchase(row) && row.ChargeFrequency === 'One-Time' ? [row, { ...row, ResourceId: 'again' }] : row,
  },
  {
    name: 'corrections are dropped',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isCorrection),
  },
  {
    name: 'late charges are dropped',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: drops(isLate),
  },
  { name: 'taxes are dropped', caughtBy: 'bill.breakdown-total-is-the-sum-of-rows', rows: drops(isTax) },
  {
    name: 'adjustments are dropped',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: drops((row) => row.ChargeCategory === 'Adjustment'),
  },
  {
    name: 'negative rows are dropped',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: drops((row) => Number(row.BilledCost) < 0),
  },
  {
    name: 'credits on the wrong side',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    rows: changes(isCredit, (row) => ({ BilledCost: String(-Number(row.BilledCost)) })),
  },
  {
    name: 'credits are never taken off',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops((row) => isCredit(row) && row.ProviderName === 'Provider B'),
  },
  {
    name: 'credits of provider_a are left out too',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    rows: drops(isCredit),
    when: `${breakdown}?credits=before`,
  },
  {
    name: 'the breakdown ignores the cost basis of credits',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    change: ignores(breakdown, 'credits'),
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
    name: 'the forecast of all providers ignores the cost basis of credits',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    fails: true,
    change: ignores(`${forecast}?provider=all`, 'credits'),
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
    name: 'list prices are shown as costs',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.ListCost })),
  },
  {
    name: 'contracted costs are shown as costs',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({ BilledCost: row.ContractedCost })),
  },
  {
    name: 'amortized costs are shown as billed',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
  },
  {
    name: 'amortized costs leave out unused commitments',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isUnused, () => ({ EffectiveCost: '0' })),
    when: breakdown,
  },
  {
    name: 'amortized costs count upfront payments too',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isPurchase, (row) => ({ EffectiveCost: row.BilledCost })),
    when: breakdown,
  },
  {
    name: 'the view of costs is ignored',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    change: ignores(breakdown, 'show_cost_as'),
  },
  {
    name: 'each row is rounded to cents before it is added',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: Number(row.BilledCost).toFixed(2) })),
  },
  {
    name: 'a later row of the same service and day replaces the earlier one',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: (() => {
      let last = '';
      return (row: BillRow) => {
        const key = `${row.ServiceName} ${row.SubAccountId} ${row.ChargePeriodStart.slice(0, 10)}`;
        const isRepeated = key === last;
        last = key;
        return isRepeated ? null : row;
      };
    })(),
  },
];

/** Days and months that are not those of the charge period in UTC. */
export const dateFaults: readonly BillFault[] = [
  {
    name: 'days in a time zone west of UTC',
    caughtBy: 'bill.breakdown-dates-are-those-of-the-charge-period',
    fails: true,
    rows: shifted(-5),
  },
  {
    name: 'days in a time zone east of UTC',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: shifted(2),
    when: timeline,
  },
  {
    name: 'months by invoice instead of by charge period',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: inInvoiceMonth,
  },
  {
    name: 'charges count at the end of their period',
    caughtBy: 'bill.breakdown-dates-are-those-of-the-charge-period',
    fails: true,
    rows: every((row) => ({ ChargePeriodStart: row.ChargePeriodEnd })),
    when: breakdown,
  },
  {
    name: 'ranges include the day after their end',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: requests(`${breakdown}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), 1) }),
    ),
  },
  {
    name: 'ranges leave out their last day',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: requests(`${timeline}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), -1) }),
    ),
  },
  {
    name: 'ranges include the day before their start',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: requests(`${breakdown}?start`, (request) =>
      withQuery(request, { start: shiftDay(request.query.get('start'), -1) }),
    ),
  },
  {
    name: 'previous costs of the range itself',
    caughtBy: 'bill.previous-cost-is-that-of-the-days-before',
    fails: true,
    change: changed(breakdown, 'items', (items) =>
      items.map((row: any) => ({ ...row, previous_cost: row.cost })),
    ),
  },
  {
    name: 'previous costs of a preset are those of the month before',
    caughtBy: 'bill.previous-cost-is-that-of-the-days-before',
    fails: true,
    change: recomputed(`${breakdown}?preset=30D`, async (data, read) => {
      const days = { start: '2026-05-01', end: '2026-05-31' };
      const { items } = await read({ preset: null, ...days });
      const costs = new Map(items.map(({ service, cost }: any) => [service, cost]));
      const withBefore = (row: any) => ({ ...row, previous_cost: costs.get(row.service) ?? null });
      return { ...data, items: data.items.map(withBefore) };
    }),
  },
  ...(['totals_by_date', 'items[].spendings_by_date'] as const).map(
    (series): BillFault => ({
      name: `no changes in ${series}`,
      caughtBy: 'bill.breakdown-dates-are-those-of-the-charge-period',
      change: changed(breakdown, `${series}[].change_percentage`, () => null),
    }),
  ),
  {
    name: 'no previous costs',
    caughtBy: 'bill.previous-cost-is-that-of-the-days-before',
    change: changed(breakdown, 'items[].previous_cost', () => null),
  },
  ...(['show_cost_as', 'credits', 'region'] as const).map(
    (name): BillFault => ({
      name: `previous costs ignore ${name}`,
      caughtBy: 'bill.previous-cost-is-that-of-the-days-before',
      change: ignoresBefore(`${breakdown}?group_by=service`, name),
    }),
  ),
  ...(['show_cost_as', 'credits', 'tag_value'] as const).map(
    (name): BillFault => ({
      name: `presets of the breakdown ignore ${name}`,
      caughtBy: 'bill.presets-are-sums-over-their-days',
      change: ignores(`${breakdown}?preset`, name),
    }),
  ),
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
    name: 'thirty days that are thirty-one',
    caughtBy: 'bill.presets-are-sums-over-their-days',
    change: (server) => async (request) => {
      if (request.query.get('preset') !== '30D') return server(request);
      const response = await server(request);
      const { data } = JSON.parse(response.body);
      const range = { preset: null, start: shiftDay(data.start_date, -1), end: data.end_date };
      const longer = await server(withQuery(request, range));
      return { ...longer, body: longer.body.replace(String(range.start), data.start_date) };
    },
  },
  {
    name: 'a forecast that shows days one day late',
    caughtBy: 'bill.forecast-shows-past-days',
    fails: true,
    change: changed(forecast, 'sparkline', (points) => [points[0], ...points.slice(0, -1)]),
  },
  {
    name: 'booked costs without purchases',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    fails: true,
    rows: drops(isPurchase),
    when: forecast,
  },
  {
    name: 'a summary of billed and spread costs',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    fails: true,
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
    when: summary,
  },
  {
    name: 'a summary of no services',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services', () => []),
  },
  {
    name: 'a summary of services with the second largest cost last',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services', ([first, second, ...others]) =>
      second ? [first, ...others, second] : [first],
    ),
  },
  {
    name: 'a summary without the change of the month',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'monthly_spending_percentage', () => null),
  },
  {
    name: 'a summary without the changes of services',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services[].change_percentage', () => null),
  },
];
