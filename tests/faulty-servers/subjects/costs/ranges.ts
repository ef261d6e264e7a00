import { all, changed, changedData, queried, requests, withQuery } from '../../changes.js';
import { times } from '../../edited.js';
import { also, type Change, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Swaps the first two entries of a series, which leaves its sum. */
function swapFirstTwo(series: any[], field: string) {
  const [first, second] = series;
  if (second !== undefined) [first[field], second[field]] = [second[field], first[field]];
}

/** Leaves out the first day of an explicit range, and names the requested one. */
const withoutFirstDay = (read: typeof breakdown | typeof timeline): Change =>
  all(
    requests(`${read}?start&end&granularity=monthly`, (request) =>
      withQuery(request, { start: dayAfter(String(request.query.get('start'))) }),
    ),
    changed(`${read}?start&end`, 'start_date', (_, __, { query }) => query.get('start')),
  );

export const rangeServers = onMock({
  'costs.presets-end-today': {
    'thirty days that end yesterday': also(
      changed(`${breakdown}?preset=30D`, '', (data) => ({
        ...data,
        start_date: dayBefore(data.start_date),
        end_date: dayBefore(data.end_date),
      })),
      'costs.breakdown-preset-is-its-range',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
    'six months from the same day of a month': also(
      changed(
        `${timeline}?preset=6M`,
        'start_date',
        (first, { end_date }) => `${first.slice(0, 8)}${end_date.slice(8)}`,
      ),
      'costs.months-of-the-timeline-are-the-sums-of-their-days',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'costs.breakdown-preset-is-its-range': {
    'a breakdown of explicit days without the first one': also(
      withoutFirstDay(breakdown),
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.months-of-the-breakdown-are-the-sums-of-their-days': {
    'a breakdown with the costs of two months swapped': changedData(breakdown, (data, { query }) => {
      if (query.get('granularity') !== 'monthly') return;
      for (const { spendings_by_date } of data.items) swapFirstTwo(spendings_by_date, 'value');
      swapFirstTwo(data.totals_by_date, 'value');
    }),
  },
  'costs.timeline-preset-is-its-range': {
    'a timeline of explicit days without the first one': also(
      withoutFirstDay(timeline),
      'costs.months-of-the-timeline-are-the-sums-of-their-days',
    ),
  },
  'costs.months-of-the-timeline-are-the-sums-of-their-days': {
    'a timeline with the costs of two months swapped': changedData(timeline, (data, { query }) => {
      if (query.get('granularity') === 'monthly') swapFirstTwo(data.data_points, 'amount');
    }),
  },
  'costs.granularity-does-not-change-the-total': {
    'a monthly breakdown that begins a day late': also(
      changedData(breakdown, (data, { query }) => {
        if (query.get('granularity') !== 'monthly') return;
        const share = 0.9;
        data.total_period_cost *= share;
        for (const row of [{ spendings_by_date: data.totals_by_date }, ...data.items]) {
          if (row.cost) row.cost *= share;
          row.change_percentage = row.previous_cost
            ? ((row.cost - row.previous_cost) / row.previous_cost) * 100
            : null;
          for (const day of row.spendings_by_date) day.value *= share;
        }
      }),
      'costs.breakdown-preset-is-its-range',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.timeline-periods-are-unique': {
    'daily points in a monthly timeline': also(
      queried(`${timeline}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
    ),
  },
  'costs.timeline-periods-are-in-order': {
    'a timeline with the newest day first': changed(timeline, 'data_points', (points) => points.toReversed()),
  },
  'costs.breakdown-periods-are-unique': {
    'daily costs in a monthly breakdown': also(
      queried(`${breakdown}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
    ),
  },
  'costs.dates-are-in-the-range': {
    'dates of a breakdown with the newest first': changedData(breakdown, ({ totals_by_date, items }) => {
      for (const series of [totals_by_date, ...items.map((row: any) => row.spendings_by_date)]) {
        series.reverse();
        for (const day of series) day.change_percentage = null;
      }
    }),
  },
  'costs.change-follows-from-costs': {
    'a change relative to the later cost': changedData(breakdown, ({ items }) => {
      for (const row of items)
        if (row.previous_cost) row.change_percentage = ((row.cost - row.previous_cost) / row.cost) * 100;
    }),
  },
  'costs.change-is-known-with-previous-cost': {
    'no change beside a previous cost': changed(breakdown, 'items[].change_percentage', null),
  },
  'costs.change-of-dates-follows-from-values': {
    'changes of days with the wrong sign': changed(
      breakdown,
      'totals_by_date[].change_percentage',
      times(-1),
    ),
  },
  'costs.previous-cost-is-that-of-the-range-before': {
    'the range before is a day longer': also(
      changed(breakdown, 'items[].previous_cost', times(1.03)),
      'costs.change-follows-from-costs',
    ),
  },
  'costs.summary-compares-the-same-days': {
    'the running month is compared with the whole month before': changed(
      'GET /providers/*/costs/summary',
      'monthly_spending_percentage',
      (percentage) => percentage && (percentage + 100) / 2 - 100,
    ),
  },
  'costs.first-date-has-no-change': {
    'a change of the first date': changedData(breakdown, ({ totals_by_date: [first] }) => {
      if (first) first.change_percentage = 100;
    }),
  },
});
