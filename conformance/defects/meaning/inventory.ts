import { type Defect, dataOf, onMock, requests, withQuery } from '../defect.js';

export const inventoryDefects: readonly Defect[] = [
  {
    name: 'the state filter of the inventory is ignored',
    kills: 'commitments.state-filter-keeps-only-its-own',
    also: ['parameters.value-outside-set-is-refused'],
    wrap: requests('GET /commitments/inventory', (request) =>
      withQuery(request, (query) => query.delete('state')),
    ),
  },
  {
    name: 'the inventory holds every instrument',
    kills: 'commitments.instruments-are-kept-apart',
    also: ['commitments.state-filter-keeps-only-its-own'],
    wrap: dataOf('GET /commitments/inventory', ({ things, rows = things }) => {
      rows.push({ ...rows[0], id: 'C1001', service: 'vm', state: 'active' });
    }),
  },
  ...onMock([
    {
      name: 'the service filter of the inventory is ignored',
      kills: 'commitments.service-filter-keeps-only-its-own',
      wrap: requests('GET /commitments/inventory', (request) =>
        withQuery(request, (query) => query.delete('service')),
      ),
    },
  ]),
];
