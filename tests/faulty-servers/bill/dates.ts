import { changed, ignores, recomputed, type Where, withQuery } from '../changes.js';
import { billFaults, computes, computesFor, fails } from './bill-fault.js';
import { breakdown, every, shiftDay, shifted } from './row-changes.js';

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

export const dateFaults = billFaults({
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
