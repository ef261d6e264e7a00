import { changed, changedData } from '../../changes.js';
import { also, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

export const rowServers = onMock({
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
});
