import { type Defect, dataOf, onMock, requests, withQuery } from '../defect.js';

const inventory = 'GET /commitments/inventory' as const;

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

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
    also: [
      'commitments.state-filter-keeps-only-its-own',
      'inventory.each-commitment-once',
      'inventory.holds-what-is-listed',
    ],
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
    {
      name: 'a commitment twice in the inventory',
      kills: 'inventory.each-commitment-once',
      also: ['commitments.overview-counts-what-is-active'],
      wrap: dataOf(inventory, ({ rows }) => {
        if (rows[0]) rows.push(rows[0]);
      }),
    },
    {
      name: 'the inventory by state leaves rows out',
      kills: 'inventory.states-hold-every-commitment',
      wrap: dataOf(inventory, ({ rows }, { query }) => {
        if (query.has('state')) rows.pop();
      }),
    },
    {
      name: 'ids in the inventory that no list knows',
      kills: 'inventory.holds-what-is-listed',
      wrap: dataOf(inventory, ({ rows }) => {
        for (const row of rows) row.id = `inventory/${row.id}`;
      }),
    },
    {
      name: 'reservations for savings plans in the inventory, and the other way round',
      kills: 'inventory.holds-what-is-listed',
      also: ['parameters.answer-tells-what-was-asked'],
      wrap: requests(inventory, (request) =>
        withQuery(request, (query) => {
          const other = { ri: 'sp', sp: 'ri' }[query.get('instrument') ?? ''];
          if (other) query.set('instrument', other);
        }),
      ),
    },
    {
      name: 'the inventory of another provider than asked for',
      kills: 'parameters.answer-tells-what-was-asked',
      wrap: dataOf(inventory, (found) => {
        found.provider = 'provider_c';
      }),
    },
    {
      name: 'commitments that start a day earlier in the inventory',
      kills: 'commitments.told-alike-everywhere',
      wrap: dataOf(inventory, ({ rows }) => {
        for (const row of rows) row.start = dayBefore(row.start);
      }),
    },
  ]),
];
