import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';

/** Servers with tables of costs that contradict themselves. */
export const costTableServers = onMock({
  'costs.change-follows-from-costs': {
    'a change relative to the later cost': dataOf(breakdown, ({ items }) => {
      for (const row of items)
        if (row.previous_cost) row.change_percentage = ((row.cost - row.previous_cost) / row.cost) * 100;
    }),
  },
  'costs.change-is-known-with-previous-cost': {
    'no change beside a previous cost': dataOf(breakdown, ({ items }) => {
      for (const row of items) row.change_percentage = null;
    }),
  },
  'costs.change-of-dates-follows-from-values': {
    'changes of days with the wrong sign': dataOf(breakdown, ({ totals_by_date }) => {
      for (const day of totals_by_date) if (day.change_percentage) day.change_percentage *= -1;
    }),
  },
  'costs.rows-make-the-totals-by-date': {
    'totals of the first two dates that are swapped': also(
      dataOf(breakdown, ({ totals_by_date: [one, other] }) => {
        if (one && other) [one.value, other.value] = [other.value + 1, one.value - 1];
      }),
      'costs.change-of-dates-follows-from-values',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.dates-are-in-the-range': {
    'dates of a breakdown with the newest first': dataOf(breakdown, ({ totals_by_date, items }) => {
      for (const series of [totals_by_date, ...items.map((row: any) => row.spendings_by_date)]) {
        series.reverse();
        for (const day of series) day.change_percentage = null;
      }
    }),
  },
  'costs.rows-have-different-groups': {
    'two rows for the same service': also(
      dataOf(breakdown, ({ items }) => {
        if (items.length > 1) items[1].service = items[0].service;
      }),
      'pagination.order-is-the-same-at-every-size',
      'costs.previous-cost-is-that-of-the-range-before',
      'costs.groups-add-up-to-each-other',
      'costs.timeline-parts-are-the-rows-of-the-breakdown',
    ),
  },
  'costs.other-groups-are-null': {
    'a service in a breakdown by region': also(
      dataOf(breakdown, ({ items }, { query }) => {
        if (query.get('group_by') === 'region') for (const row of items) row.service = 'compute';
      }),
      'costs.rows-have-different-groups',
    ),
  },
  'costs.parts-make-the-point': {
    'points of a timeline without their smallest part': also(
      dataOf(timeline, ({ data_points }) => {
        for (const { parts } of data_points) if (parts?.length > 1) parts[0].amount /= 2;
      }),
      'costs.timeline-parts-are-the-rows-of-the-breakdown',
    ),
  },
  'costs.parts-are-those-of-the-dimension': {
    'a timeline that is never split': dataOf(timeline, ({ data_points }) => {
      for (const point of data_points) point.parts = null;
    }),
  },
});
