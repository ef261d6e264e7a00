import { changed, queried, requests, withQuery } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const inventory = 'GET /commitments/inventory';

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Adds a commitment of another instrument. */
const withAnother = (rows: readonly object[]) => [
  ...rows,
  { ...rows[0], id: 'C1001', service: 'vm', state: 'active' },
];

const independent = onIndependent({
  'commitments.state-filter-returns-only-matches': {
    'the state filter of the inventory is ignored': also(
      queried(inventory, { state: null }),
      'parameters.value-outside-set-is-refused',
    ),
  },
  'commitments.instruments-are-separate': {
    // The independent server returns its rows as `things`.
    'an inventory of both instruments': also(
      (server) => changed(inventory, 'rows', withAnother)(changed(inventory, 'things', withAnother)(server)),
      'commitments.state-filter-returns-only-matches',
      'inventory.each-commitment-once',
      'inventory.holds-what-is-listed',
    ),
  },
});

const mock = onMock({
  'commitments.service-filter-returns-only-matches': {
    'the service filter of the inventory is ignored': queried(inventory, { service: null }),
  },
  'inventory.each-commitment-once': {
    'a duplicate commitment in the inventory': also(
      changed(inventory, 'rows', withFirstTwice),
      'commitments.overview-counts-what-is-active',
      'coverage.grid-counts-the-inventory',
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'inventory.states-hold-every-commitment': {
    'an inventory by state without the last row': changed(`${inventory}?state`, 'rows', (rows) =>
      rows.slice(0, -1),
    ),
  },
  'inventory.holds-what-is-listed': {
    'an inventory id that differs from the list': changed(inventory, 'rows[0].id', (id) => `inventory/${id}`),
    'reservations and savings plans swapped in the inventory': also(
      requests(inventory, (request) => {
        const instrument = { ri: 'sp', sp: 'ri' }[request.query.get('instrument') ?? ''];
        return instrument ? withQuery(request, { instrument }) : request;
      }),
      'parameters.echo-matches-the-request',
      'coverage.grid-counts-the-inventory',
    ),
  },
  'parameters.echo-matches-the-request': {
    'the inventory of a provider other than the requested one': changed(inventory, 'provider', 'provider_c'),
  },
  'commitments.identity-matches-everywhere': {
    'commitments that start a day earlier in the inventory than in the list': changed(
      inventory,
      'rows[].start',
      dayBefore,
    ),
  },
});

export const inventoryServers = [...independent, ...mock];
