import { ignores, queried } from '../../changes.js';
import { also, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

export const orderServers = onMock({
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
