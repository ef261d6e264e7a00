import { changed, ignores, queried, refuses, requests } from '../changes.js';
import { plus, swapped, times, withFirstTwice } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const list = 'GET /commitments';
const overview = 'GET /commitments/overview';
const detail = 'GET /commitments/detail/*';
const recommendations = 'GET /commitments/recommendations';

const independent = onIndependent({
  'providers.list-is-a-bare-array': {
    'a paged list of providers': changed('GET /providers', '', (items) => ({ items })),
  },
  'providers.ids-are-unique': { 'a duplicate provider': changed('GET /providers', '', withFirstTwice) },
  'commitments.kind-fits-provider': {
    'a savings plan of provider_b': also(
      changed(list, 'items[]', (item) =>
        item.kind === 'savings_plan' ? { ...item, provider: 'provider_b' } : item,
      ),
      'filters.provider-returns-only-matches',
      'inventory.holds-what-is-listed',
    ),
  },
  'commitments.ids-are-unique': {
    'two commitments with the same id': also(
      changed(list, 'items[1].id', (id, { items }) => (items.length > 2 ? items[0].id : id)),
      'pagination.pages-do-not-overlap',
      'pagination.order-is-the-same-at-every-size',
    ),
  },
  'commitments.percentages-are-shares': {
    'utilization above 100 percent': also(
      changed(list, 'items[].current_utilization_pct', plus(40)),
      'fields.values-are-in-bounds',
    ),
  },
  'commitments.end-is-after-start': {
    'start and end of a commitment swapped': changed(list, 'items[]', swapped('start_date', 'end_date')),
  },
  'commitments.other-providers-have-zeros': {
    'the overview of provider_a for every provider': queried(overview, { provider: null }),
    'an overview of null for other providers': changed(`${overview}?provider=provider_b`, '', (data) =>
      Object.fromEntries(Object.entries(data).map(([name, figure]) => [name, figure === 0 ? null : figure])),
    ),
    '404 for the overview of provider_b': also(
      refuses(`${overview}?provider=provider_b`, 404),
      'errors.status-is-documented',
    ),
  },
  'commitments.account-has-one-name': {
    'an account with two names': changed(list, 'items[1]', (item, { items: [first] }) => ({
      ...item,
      account_id: first.account_id,
      account_name: `${first.account_name} 2`,
    })),
  },
});

const mock = onMock({
  'commitments.identity-matches-everywhere': {
    'a detail whose region differs from the list': changed(detail, 'region', 'elsewhere'),
    'the same detail for every commitment': also(
      requests(detail, (request) =>
        request.path.endsWith('no-such-commitment')
          ? request
          : { ...request, path: request.path.replace(/[^/]+$/, 'ri-7f3a2c10') },
      ),
      'commitments.figures-match-everywhere',
      'resources.response-is-of-the-requested-one',
    ),
  },
  'commitments.recommendations-are-of-the-type': {
    'recommended reservations for commitment_type=sp': queried(`${recommendations}?commitment_type=sp`, {
      commitment_type: 'ri',
    }),
  },
  'commitments.figures-match-everywhere': {
    'percentages of the list as fractions': also(
      changed(list, 'items[].current_utilization_pct', times(0.01)),
      'coverage.rows-match-the-list',
    ),
    'a yearly amount in the detail and a monthly amount in the list': also(
      changed(detail, 'monthly_commitment_usd', times(12)),
      'commitments.fee-follows-from-the-hourly-commitment',
    ),
  },
  'commitments.overview-is-of-the-type': {
    'the same overview for reservations and savings plans': also(
      ignores(overview, 'commitment_type', (type) => ['ri', 'sp'].includes(type)),
      'commitments.overview-of-all-is-both-types',
    ),
  },
  'commitments.recommendations-of-all-are-both': {
    'a recommendation missing from commitment_type=all': also(
      changed(recommendations, '', (rows, _, { query }) =>
        ['ri', 'sp'].includes(query.get('commitment_type') ?? '') ? rows : rows.slice(1),
      ),
      'overview.potential-is-that-of-the-recommendations',
    ),
  },
});

export const commitmentServers = [...independent, ...mock];
