import { changed, changedData } from '../../changes.js';
import { times } from '../../edited.js';
import { also, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

export const changeServers = onMock({
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
