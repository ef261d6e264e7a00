import { changed, changedData, ignores, queried, requests, withQuery } from '../../changes.js';
import { times } from '../../edited.js';
import { also, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

export const breakdownServers = onMock({
  'costs.breakdown-total-is-its-sum': {
    'a breakdown total without the largest row': also(
      changed(breakdown, 'total_period_cost', (usd, { items }, { query }) =>
        query.size === 0 ? usd : usd - (items[0]?.cost ?? 0),
      ),
      'costs.excluding-an-unknown-value-changes-nothing',
      'costs.breakdown-is-grouped-as-requested',
      'costs.breakdown-dates-add-up',
      'costs.filter-returns-the-cost-of-the-row',
      'costs.granularity-does-not-change-the-total',
      'costs.virtual-tags-split-the-total',
      'costs.breakdown-by-tag-holds-every-cost',
      'costs.virtual-tag-filter-returns-the-cost-of-the-row',
      'pagination.figures-are-of-all-pages',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.breakdown-dates-add-up': {
    'a breakdown without the last date': changedData(breakdown, ({ totals_by_date, items }) => {
      totals_by_date.pop();
      for (const { spendings_by_date } of items) spendings_by_date.pop();
    }),
  },
  'costs.rows-make-the-totals-by-date': {
    'totals of the first two dates that are swapped': also(
      changedData(breakdown, ({ totals_by_date: [one, other] }) => {
        if (one && other) [one.value, other.value] = [other.value + 1, one.value - 1];
      }),
      'costs.change-of-dates-follows-from-values',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.breakdown-is-grouped-as-requested': {
    'the grouping of a breakdown is ignored': also(
      ignores(breakdown, 'group_by', (dimension) => ['account_id', 'region'].includes(dimension)),
      'costs.other-groups-are-null',
    ),
  },
  'costs.breakdown-is-grouped-by-each-dimension': {
    'a breakdown is grouped by the last group only': also(
      requests(breakdown, (request) =>
        request.query.getAll('group_by').length > 1
          ? withQuery(request, { group_by: request.query.getAll('group_by').at(-1) as string })
          : request,
      ),
      'costs.groups-add-up-to-each-other',
    ),
  },
  'costs.rows-have-different-groups': {
    'two rows for the same service': also(
      changedData(breakdown, ({ items }) => {
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
      changedData(breakdown, ({ items }, { query }) => {
        if (query.get('group_by') === 'region') for (const row of items) row.service = 'compute';
      }),
      'costs.rows-have-different-groups',
    ),
  },
  'costs.groups-add-up-to-each-other': {
    'costs of one service in the row of another one, with two groups': also(
      changedData(breakdown, ({ items }, { query }) => {
        if (query.getAll('group_by').length < 2) return;
        const [one, other] = [items[0], items.find(({ service }: any) => service !== items[0]?.service)];
        if (other === undefined) return;
        for (const name of ['service', 'cost', 'spendings_by_date', 'previous_cost', 'change_percentage']) {
          if (name !== 'service') [one[name], other[name]] = [other[name], one[name]];
        }
      }),
      'costs.breakdown-is-sorted-as-requested',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.breakdown-by-tag-holds-every-cost': {
    'costs without the tag are in no row': also(
      changed(`${breakdown}?group_by=tag`, 'total_period_cost', times(0.5)),
      'costs.breakdown-dates-add-up',
      'costs.breakdown-total-is-its-sum',
    ),
  },
  'costs.virtual-tags-split-the-total': {
    'a breakdown by a virtual tag without unallocated costs': also(
      changedData(breakdown, (data, { query }) => {
        if (query.get('group_by') !== 'virtual_tag') return;
        const share = 0.5;
        data.total_period_cost *= share;
        for (const row of [{ spendings_by_date: data.totals_by_date }, ...data.items]) {
          if (row.cost) row.cost *= share;
          if (row.previous_cost) row.previous_cost *= share;
          for (const day of row.spendings_by_date) day.value *= share;
        }
      }),
      'costs.virtual-tag-filter-returns-the-cost-of-the-row',
    ),
  },
  'costs.virtual-tag-filter-returns-the-cost-of-the-row': {
    'a filter by a virtual tag that is ignored': queried(`${breakdown}?virtual_tag_value`, {
      virtual_tag_value: null,
    }),
  },
  'costs.values-have-their-keys': {
    'a breakdown by a virtual tag without its values': also(
      changed(breakdown, 'items[].virtual_tag_value', (value) => value && ''),
      'costs.rows-have-different-groups',
    ),
  },
  'costs.breakdown-is-sorted-as-requested': {
    'a breakdown in descending order for sort_order=asc': also(
      queried(`${breakdown}?sort_order=asc`, { sort_order: null }),
      'costs.breakdown-is-sorted-by-a-date',
      'costs.breakdown-is-sorted-by-its-groups',
      'costs.breakdown-is-sorted-by-the-column',
    ),
  },
  'costs.breakdown-is-sorted-by-the-column': {
    'a breakdown that is never sorted by service': ignores(
      breakdown,
      'sort_by',
      (column) => column === 'service',
    ),
  },
  'costs.breakdown-is-sorted-by-its-groups': {
    'a breakdown that is never sorted by region': also(
      ignores(breakdown, 'sort_by', (column) => column === 'region'),
      'costs.breakdown-is-sorted-by-the-column',
    ),
  },
  'costs.breakdown-is-sorted-by-a-date': {
    'the date to sort by is ignored': also(
      ignores(breakdown, 'sort_by_date'),
      'parameters.malformed-date-is-refused',
      'parameters.impossible-date-is-refused',
    ),
    'a date to sort by whose order is always descending': queried(
      `${breakdown}?sort_by_date&sort_order=asc`,
      {
        sort_order: null,
      },
    ),
  },
});
