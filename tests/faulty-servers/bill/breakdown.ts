import type { BillRow } from '../../support/bill/bill-rows.js';
import { changed, ignores, recomputed, requests, type Where, withQuery } from '../changes.js';
import { billFaults, computes, computesFor, fails } from './bill-fault.js';
import {
  breakdown,
  changes,
  drops,
  every,
  inInvoiceMonth,
  isCorrection,
  isCredit,
  isPurchase,
  isTax,
  isUnused,
  shiftDay,
  shifted,
  withoutValue,
} from './row-changes.js';

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

export const breakdownFaults = billFaults({
  'bill.breakdown-total-is-the-sum-of-rows': {
    'purchases are left out': computes(drops(isPurchase)),
    'upfront purchases count twice': computes((row) =>
      isPurchase(row) && row.ChargeFrequency === 'One-Time' ? [row, { ...row, ResourceId: 'again' }] : row,
    ),
    'corrections are dropped': computes(drops(isCorrection)),
    'taxes are dropped': computes(drops(isTax)),
    'credits are never taken off': computes(
      drops((row) => isCredit(row) && row.ProviderName === 'Provider B'),
    ),
    'list prices are shown as costs': computes(every((row) => ({ BilledCost: row.ListCost }))),
    'each row is rounded to cents before it is added': computes(
      every((row) => ({ BilledCost: Number(row.BilledCost).toFixed(2) })),
    ),
    'months by invoice instead of by charge period': computes(inInvoiceMonth),
    'ranges include the day after their end': requests(`${breakdown}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), 1) }),
    ),
    'a breakdown without a total': changed(breakdown, 'total_period_cost', null),
    'totals of breakdowns are texts': changed(breakdown, 'total_period_cost', String),
  },
  'bill.breakdown-credits-are-left-out-before': {
    'credits on the wrong side': fails(
      computes(changes(isCredit, (row) => ({ BilledCost: String(-Number(row.BilledCost)) }))),
    ),
    'credits of provider_a are left out too': fails(
      computesFor(`${breakdown}?credits=before`, drops(isCredit)),
    ),
    'the breakdown ignores the cost basis of credits': fails(ignores(breakdown, 'credits')),
  },
  'bill.breakdown-views-are-their-cost-columns': {
    'amortized costs leave out unused commitments': computesFor(
      breakdown,
      changes(isUnused, () => ({ EffectiveCost: '0' })),
    ),
    'amortized costs count upfront payments too': computesFor(
      breakdown,
      changes(isPurchase, (row) => ({ EffectiveCost: row.BilledCost })),
    ),
    'the view of costs is ignored': ignores(breakdown, 'show_cost_as'),
  },
  'bill.breakdown-rows-are-sums-by-group': {
    'negative rows are dropped': computes(drops((row) => Number(row.BilledCost) < 0)),
    'contracted costs are shown as costs': computes(every((row) => ({ BilledCost: row.ContractedCost }))),
    'a later row of the same service and day replaces the earlier one': computes(
      (() => {
        let last = '';
        return (row: BillRow) => {
          const key = `${row.ServiceName} ${row.SubAccountId} ${row.ChargePeriodStart.slice(0, 10)}`;
          const isRepeated = key === last;
          last = key;
          return isRepeated ? null : row;
        };
      })(),
    ),
    'ranges include the day before their start': requests(`${breakdown}?start`, (request) =>
      withQuery(request, { start: shiftDay(request.query.get('start'), -1) }),
    ),
    'rows without a tag are lost in a breakdown by tag': changed(
      `${breakdown}?group_by=tag`,
      'items',
      (items) => items.filter((row: any) => row.tag_value !== null),
    ),
    'rows without a region are lost in a breakdown by region': computesFor(
      `${breakdown}?group_by=region`,
      withoutValue('RegionId'),
    ),
    'rows without a tag are lost in a breakdown by service and tag': computesFor(
      `${breakdown}?group_by=service&tag_key=team`,
      drops((row) => !('team' in JSON.parse(row.Tags))),
    ),
    'rows without an account or a region are lost in a breakdown by both': changed(
      `${breakdown}?group_by=account_id`,
      'items',
      (items, _, { query }) =>
        query.getAll('group_by').includes('region')
          ? items.filter((row: any) => row.account_id !== null && row.region !== null)
          : items,
    ),
    'a tag key with a space has no values in a breakdown': computesFor(
      `${breakdown}?group_by=tag`,
      every((row) => ({ Tags: row.Tags.replace('"cost center"', '"cost"') })),
    ),
    'rows without an account belong to the first account': computes(
      changes(
        (row) => row.SubAccountId === '',
        () => ({ SubAccountId: '111111111111' }),
      ),
    ),
    'only the first tag of a row is read': computesFor(
      breakdown,
      every((row) => ({
        Tags: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.Tags)).slice(-1))),
      })),
    ),
  },
  'bill.breakdown-dates-are-those-of-the-charge-period': {
    'days in a time zone west of UTC': fails(computes(shifted(-5))),
    'charges count at the end of their period': fails(
      computesFor(
        breakdown,
        every((row) => ({ ChargePeriodStart: row.ChargePeriodEnd })),
      ),
    ),
    ...Object.fromEntries(
      (['totals_by_date', 'items[].spendings_by_date'] as const).map((series) => [
        `no changes in ${series}`,
        changed(breakdown, `${series}[].change_percentage`, null),
      ]),
    ),
  },
  'bill.previous-cost-is-that-of-the-days-before': {
    'previous costs of the range itself': fails(
      changed(breakdown, 'items', (items) => items.map((row: any) => ({ ...row, previous_cost: row.cost }))),
    ),
    'previous costs of a preset are those of the month before': fails(
      recomputed(`${breakdown}?preset=30D`, async (data, read) => {
        const days = { start: '2026-05-01', end: '2026-05-31' };
        const { items } = await read({ preset: null, ...days });
        const costs = new Map(items.map(({ service, cost }: any) => [service, cost]));
        const withBefore = (row: any) => ({ ...row, previous_cost: costs.get(row.service) ?? null });
        return { ...data, items: data.items.map(withBefore) };
      }),
    ),
    'no previous costs': changed(breakdown, 'items[].previous_cost', null),
    ...Object.fromEntries(
      (['show_cost_as', 'credits', 'region'] as const).map((name) => [
        `previous costs ignore ${name}`,
        ignoresBefore(`${breakdown}?group_by=service`, name),
      ]),
    ),
  },
  'bill.presets-are-sums-over-their-days': {
    ...Object.fromEntries(
      (['show_cost_as', 'credits', 'tag_value'] as const).map((name) => [
        `presets of the breakdown ignore ${name}`,
        ignores(`${breakdown}?preset`, name),
      ]),
    ),
    'thirty days that are thirty-one': (server) => async (request) => {
      if (request.query.get('preset') !== '30D') return server(request);
      const response = await server(request);
      const { data } = JSON.parse(response.body);
      const range = { preset: null, start: shiftDay(data.start_date, -1), end: data.end_date };
      const longer = await server(withQuery(request, range));
      return { ...longer, body: longer.body.replace(String(range.start), data.start_date) };
    },
  },
});
