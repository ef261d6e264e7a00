import {
  all,
  changed,
  changedData,
  ignores,
  ignoresAndEchoes,
  queried,
  refuses,
  requests,
} from '../changes.js';
import { plus, swapped, times } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const list = 'GET /commitments';
const overview = 'GET /commitments/overview';
const detail = 'GET /commitments/detail/*';
const recommendations = 'GET /commitments/recommendations';
const inventory = 'GET /commitments/inventory';
const utilization = 'GET /commitments/utilization';

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const unmeasured = { current_utilization_pct: null, current_coverage_pct: null };

/** Adds a commitment of another instrument. */
const withAnother = (rows: readonly object[]) => [
  ...rows,
  { ...rows[0], id: 'C1001', service: 'vm', state: 'active' },
];

export const commitmentServers = [
  ...onIndependent({
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
    'commitments.account-has-one-name': {
      'an account with two names': changed(list, 'items[1]', (item, { items: [first] }) => ({
        ...item,
        account_id: first.account_id,
        account_name: `${first.account_name} 2`,
      })),
    },
    'commitments.state-filter-returns-only-matches': {
      'the state filter of the inventory is ignored': also(
        queried(inventory, { state: null }),
        'parameters.value-outside-set-is-refused',
      ),
    },
    'commitments.instruments-are-separate': {
      // The independent server returns its rows as `things`.
      'an inventory of both instruments': also(
        (server) =>
          changed(inventory, 'rows', withAnother)(changed(inventory, 'things', withAnother)(server)),
        'commitments.state-filter-returns-only-matches',
        'inventory.each-commitment-once',
        'inventory.holds-what-is-listed',
      ),
    },
    'commitments.other-providers-have-zeros': {
      'the overview of provider_a for every provider': queried(overview, { provider: null }),
      'an overview of null for other providers': changed(`${overview}?provider=provider_b`, '', (data) =>
        Object.fromEntries(
          Object.entries(data).map(([name, figure]) => [name, figure === 0 ? null : figure]),
        ),
      ),
      '404 for the overview of provider_b': also(
        refuses(`${overview}?provider=provider_b`, 404),
        'errors.status-is-documented',
      ),
    },
  }),
  ...onMock({
    'commitments.status-fits-the-dates': {
      'commitments past their end that are pending': also(
        changedData(list, ({ items }) => {
          for (const row of items) if (row.status === 'expired') row.status = 'pending';
        }),
        'filters.status-leaves-none-out',
        'inventory.state-fits-the-status',
      ),
    },
    'commitments.active-has-a-utilization': {
      'no utilization of active commitments': also(
        changed(list, 'items[].current_utilization_pct', null),
        'coverage.rows-match-the-list',
      ),
      'savings plans without a utilization and of unknown source': also(
        all(
          changed(list, 'items[]', (row) => (row.kind === 'savings_plan' ? { ...row, ...unmeasured } : row)),
          changed(detail, 'figures_source', null),
        ),
        'coverage.rows-match-the-list',
      ),
    },
    'commitments.history-makes-the-utilization': {
      'a utilization history with half of the used hours': also(
        changedData(detail, ({ utilization_history }) => {
          for (const day of utilization_history ?? []) day.used_hours /= 2;
        }),
        'commitments.consumers-use-the-used-hours',
        'commitments.days-have-their-own-rate',
      ),
    },
    'commitments.consumers-make-the-covered-spend': {
      'a commitment without its first consumer': also(
        changedData(detail, ({ consumers }) => {
          consumers?.shift();
        }),
        'commitments.consumers-use-the-used-hours',
        'portfolio.consumers-are-those-of-the-detail',
      ),
    },
    'commitments.consumers-use-the-used-hours': {
      'consumers with the hours of a day': changed(detail, 'consumers[].covered_hours', times(1 / 30)),
    },
    'commitments.net-fee-is-at-most-the-list-fee': {
      'a net fee with tax': also(
        changed(detail, 'fee_monthly_net', times(1.3)),
        'portfolio.figures-are-those-of-the-detail',
      ),
    },
    'commitments.utilization-has-a-history': {
      'no history of a commitment that is used': changedData(detail, (data) => {
        data.utilization_history = [];
        data.coverage_history = [];
      }),
    },
    'commitments.trend-fits-the-history': {
      'a trend with the wrong sign': also(
        changed(detail, 'utilization_slope_pp_30d', times(-1)),
        'portfolio.figures-are-those-of-the-detail',
      ),
    },
    'commitments.fee-follows-from-the-hourly-commitment': {
      'a fee of 720 hours': also(
        changedData(detail, (data) => {
          data.fee_monthly_list *= 720 / 730;
          data.fee_monthly_net *= 720 / 730;
        }),
        'portfolio.figures-are-those-of-the-detail',
      ),
    },
    'commitments.days-have-their-own-rate': {
      'the utilization of the whole window on each day': also(
        changed(detail, 'utilization_history[].utilization_pct', 50.25),
        'commitments.trend-fits-the-history',
      ),
    },
    'commitments.histories-have-the-same-days': {
      'a history of coverage without its last day': changedData(detail, ({ coverage_history }) =>
        coverage_history.pop(),
      ),
    },
    'commitments.unused-days-make-the-resizing': {
      'days without the cost of unused hours': changed(detail, 'utilization_history[].unused_cost', 0),
    },
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
      'commitments that start a day earlier in the inventory than in the list': changed(
        inventory,
        'rows[].start',
        dayBefore,
      ),
    },
    'commitments.figures-match-everywhere': {
      'percentages of the list as fractions': also(
        changed(list, 'items[].current_utilization_pct', times(0.01)),
        'coverage.rows-match-the-list',
        'coverage.grid-averages-the-utilization-of-the-list',
      ),
      'a yearly amount in the detail and a monthly amount in the list': also(
        changed(detail, 'monthly_commitment_usd', times(12)),
        'commitments.fee-follows-from-the-hourly-commitment',
      ),
    },
    'commitments.accounts-have-the-name-of-the-list': {
      'account names in upper case in the coverage rates': changedData(
        'GET /commitments/coverage-rates',
        ({ accounts }) => {
          for (const account of accounts) account.account_name = account.account_name.toUpperCase();
        },
      ),
    },
    'commitments.service-filter-returns-only-matches': {
      'the service filter of the inventory is ignored': queried(inventory, { service: null }),
    },
    'commitments.figures-are-of-the-provider': {
      'the coverage of provider_a for every provider': ignoresAndEchoes(
        'GET /commitments/coverage-rates?provider',
        'provider',
      ),
    },
    'commitments.provider-selects-its-rows': {
      'a portfolio of every provider for one': ignores('GET /commitments/portfolio', 'provider'),
    },
    'commitments.utilization-is-of-the-type': {
      'the utilization of reservations for type=sp': also(
        queried(`${utilization}?type=sp`, { type: 'ri' }),
        'parameters.echo-matches-the-request',
        'utilization.what-does-not-apply-is-null',
        'utilization.only-plans-promise-dollars',
        'utilization.plans-promise-what-they-purchase',
      ),
    },
    'commitments.recommendations-are-of-the-type': {
      'recommended reservations for commitment_type=sp': also(
        queried(`${recommendations}?commitment_type=sp`, {
          commitment_type: 'ri',
        }),
        'overview.potential-of-a-type-is-that-of-its-recommendations',
      ),
    },
    'commitments.overview-is-of-the-type': {
      'the same overview for reservations and savings plans': also(
        ignores(overview, 'commitment_type', (type) => ['ri', 'sp'].includes(type)),
        'commitments.overview-of-all-is-both-types',
        'overview.potential-of-a-type-is-that-of-its-recommendations',
        'overview.savings-of-all-are-both-types',
      ),
    },
    'commitments.overview-of-all-is-both-types': {
      'half of the committed amount in the overview of all types': also(
        changedData(overview, (overview, { query }) => {
          if ((query.get('commitment_type') ?? 'all') === 'all') overview.total_committed_monthly /= 2;
        }),
        'overview.amounts-are-those-of-the-inventory',
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
    'commitments.utilization-is-used-over-purchased': {
      'utilization that contradicts its hours': changed(
        utilization,
        'services[].utilization_pct',
        times(0.9),
      ),
    },
    'commitments.utilization-is-never-merged': {
      'a utilization entry for all services': changed(utilization, 'services', (services) => [
        ...services,
        ...services.slice(0, 1).map((entry: object) => ({ ...entry, service: 'total' })),
      ]),
    },
    'commitments.overview-counts-what-is-active': {
      'an overview that counts ended commitments': also(
        changed(overview, 'commitment_count', plus(3)),
        'commitments.overview-of-all-is-both-types',
        'commitments.other-providers-have-zeros',
      ),
    },
  }),
];
