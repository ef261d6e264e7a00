import { changed, changedData, ignoresAndEchoes, requests, withQuery } from '../changes.js';
import { plusUnlessZero, times, withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const inventory = 'GET /commitments/inventory';
const list = 'GET /commitments';

export const inventoryServers = onMock({
  'inventory.each-commitment-once': {
    'a duplicate commitment in the inventory': also(
      changed(inventory, 'rows', withFirstTwice),
      'commitments.overview-counts-what-is-active',
      'coverage.grid-counts-the-inventory',
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'inventory.queued-starts-in-the-future': {
    'a queued commitment that started last year': also(
      changedData(inventory, ({ rows }) => {
        for (const row of rows) if (row.state === 'queued') row.start = '2025-01-01';
      }),
      'commitments.identity-matches-everywhere',
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
  'inventory.rows-are-of-the-provider': {
    'the inventory of provider_a for every provider': ignoresAndEchoes(`${inventory}?provider`, 'provider'),
  },
  'inventory.active-has-started': {
    'an active commitment that has not started': also(
      changedData(inventory, ({ rows }) => {
        for (const row of rows) if (row.state === 'queued') row.state = 'active';
      }),
      'inventory.state-fits-the-status',
      'commitments.overview-counts-what-is-active',
      'commitments.state-filter-returns-only-matches',
      'inventory.states-hold-every-commitment',
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'inventory.monthly-amount-follows-from-prices': {
    'a monthly amount of a commitment without its upfront payment': also(
      changedData(inventory, ({ rows }) => {
        for (const row of rows) row.committed_monthly -= (row.fixed_price ?? row.upfront) / row.term_months;
      }),
      'inventory.amounts-are-those-of-the-list',
      'overview.amounts-are-those-of-the-inventory',
      'inventory.saving-is-the-difference-of-costs',
    ),
  },
  'inventory.payment-option-fits-the-prices': {
    'commitments of which all are paid upfront': also(
      changed(inventory, 'rows[].payment_option', 'all_upfront'),
      'inventory.terms-are-those-of-the-detail',
    ),
  },
  'inventory.figures-follow-from-each-other': {
    'the cost of a day over a month of 28 days': also(
      changedData(inventory, ({ rows }) => {
        for (const { on_demand } of rows) if (on_demand) on_demand.daily_on_demand_cost *= 30 / 28;
      }),
      'inventory.saving-is-the-difference-of-costs',
    ),
  },
  'inventory.unused-is-part-of-the-commitment': {
    'unused amounts of commitments that are not running': also(
      changedData(inventory, ({ rows }) => {
        for (const row of rows) row.unused_monthly ??= row.committed_monthly;
      }),
      'inventory.idle-states-have-no-usage',
    ),
  },
  'inventory.term-fits-the-dates': {
    'a term in days instead of months': also(
      changedData(inventory, ({ rows }) => {
        for (const row of rows) row.term_months = row.term_months === 12 ? 36 : 12;
      }),
      'inventory.monthly-amount-follows-from-prices',
      'inventory.terms-are-those-of-the-detail',
    ),
  },
  'inventory.amounts-are-those-of-the-list': {
    'other monthly amounts in the inventory than in the list': also(
      changed(list, 'items[].monthly_commitment_usd', times(1.1)),
      'commitments.figures-match-everywhere',
      'coverage.rows-match-the-list',
    ),
  },

  'inventory.idle-states-have-no-usage': {
    'zero as the saving of a commitment that does not run': changed(
      inventory,
      'rows[].saved_monthly',
      (usd) => usd ?? 0,
    ),
  },
  'inventory.unit-hours-are-those-of-the-consumers': {
    'an inventory without the hours that its reservations used': changed(inventory, 'rows[]', (row) =>
      row.on_demand ? { ...row, on_demand: { ...row.on_demand, unit_hours: null } } : row,
    ),
  },
  'inventory.measured-has-its-figures': {
    'an inventory without what is unused': changed(inventory, 'rows[].unused_monthly', null),
  },
  'inventory.saving-is-the-difference-of-costs': {
    'a saving without the cost of the commitment': changed(inventory, 'rows[]', (row) =>
      row.saved_monthly === null ? row : { ...row, saved_monthly: row.saved_monthly + row.committed_monthly },
    ),
  },
  'inventory.known-prices-have-a-fee': {
    'an hourly price without the monthly one': changed(inventory, 'rows[].recurring_monthly', null),
  },
  'inventory.dates-are-known-together': {
    'an end that is derived from an unknown start': changed(inventory, 'rows[]', (row) =>
      row.end_is_derived ? { ...row, start: null } : row,
    ),
  },
  'inventory.return-is-still-possible': {
    'a savings plan that could be returned last year': changed(inventory, 'rows[]', (row) =>
      'plan_type' in row ? { ...row, returnable_until: '2025-01-01T00:00:00Z' } : row,
    ),
  },
  'inventory.terms-are-those-of-the-detail': {
    'another holder of a commitment in its detail': also(
      changed('GET /commitments/detail/*', 'unit_count', plusUnlessZero(1)),
      'portfolio.figures-are-those-of-the-detail',
      'renewals.plan-has-the-figures-of-the-detail',
      'renewals.quote-has-the-terms-of-the-commitment',
      'renewals.contract-has-the-terms-of-the-commitment',
    ),
  },
  'inventory.known-fee-has-its-prices': {
    'reservations with a fee but no upfront price': changed(inventory, 'rows[].fixed_price', null),
  },
  'inventory.state-fits-the-status': {
    'a commitment that is active after it was retired': also(
      changed(list, 'items[].status', (status) => (status === 'cancelled' ? 'active' : status)),
      'filters.combine-to-their-intersection',
      'filters.status-leaves-none-out',
      'portfolio.holds-what-is-active',
    ),
  },
});
