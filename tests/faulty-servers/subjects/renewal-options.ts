import { changed, changedData } from '../changes.js';
import { plus, times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const options = 'GET /commitments/renewal-options/*';
const quote = 'GET /commitments/renewal-quote/*';
const plan = 'GET /commitments/renewal-plan/*';
const renewal = 'GET /commitments/renewal/*';

/** Servers with wrong figures in renewal options, plans, quotes and purchases. */
export const renewalOptionServers = onMock({
  'renewals.contract-is-what-is-held': {
    'a contract for one unit': also(
      changed(options, 'contract', (contract) =>
        contract && contract.quantity > 1
          ? { ...contract, quantity: contract.quantity - 1, held_units_equivalent: null }
          : contract,
      ),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.unpriced-contract-is-not-sold': {
    'options with the terms of a contract that is no longer sold': changedData(options, (data) => {
      if (data.contract?.term_total !== null) return;
      data.contract.term_months = data.options[0].term_months;
      data.contract.payment_option = data.options[0].payment_option;
    }),
    'an offering for a contract that is no longer sold': changed(
      options,
      'contract.offering_id',
      (id) => id ?? 'off-of-last-year',
    ),
  },
  'renewals.every-offering-is-priced': {
    'options without the longest term': also(
      changedData(options, (data) => {
        data.options = data.options.filter((row: any) => row.term_months !== 36 || row.recommended);
      }),
      'renewals.offerings-have-the-same-quantities',
    ),
  },
  'renewals.offerings-have-the-same-quantities': {
    'one quantity less of one offering': changedData(options, (data) => {
      const at = data.options.findIndex((row: any) => !row.recommended && row.term_months === 36);
      if (data.options.length > 12) data.options.splice(at, 1);
    }),
  },
  'renewals.decision-needs-demand-and-prices': {
    'no decision although demand and prices are known': also(
      changed(options, 'decision', null),
      'renewals.plan-and-options-agree',
    ),
  },
  'renewals.decision-fits-the-costs': {
    'a decision to let every commitment expire': also(
      changed(options, 'decision', (decision) => decision && 'let_expire'),
      'renewals.plan-and-options-agree',
    ),
  },
  'renewals.plan-has-no-resources': {
    'the scope of a region for savings plans': changed(
      options,
      'options[].reservation_scope',
      (scope) => scope ?? 'region',
    ),
  },
  'renewals.demand-makes-idle-or-spill': {
    'zero as the on-demand cost of an option without a known rate': changed(options, 'demand', (demand) =>
      demand === null ? demand : { ...demand, on_demand_rate: null },
    ),
  },
  'renewals.options-meet-the-projected-demand': {
    'a projection of twice the demand': also(
      changed(options, 'demand.projection[].units', times(2)),
      'renewals.projection-follows-the-points',
    ),
  },
  'renewals.option-is-priced-or-not': {
    'options without the cost of a year': changed(options, 'options[].per_year', (usd, _, { path }) =>
      path.includes('7f3a2c10') ? usd : null,
    ),
  },
  'renewals.options-have-the-terms-of-their-offerings': {
    'offerings of one year that are options of three': changed(
      options,
      'classes[].offered[].term_months',
      36,
    ),
  },
  'renewals.size-mix-follows-from-the-classes': {
    'twice as many instances as run': changed(options, 'size_mix[].instances', times(2)),
  },
  'renewals.contract-has-the-terms-of-the-commitment': {
    'a contract that is paid in another way': also(
      changed(options, 'contract', (contract) => contract && { ...contract, payment_option: null }),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.contract-has-the-scope-of-the-inventory': {
    'options of a reservation without its class': changed(options, 'contract.offering_class', null),
  },
  'renewals.quota-includes-what-is-held': {
    'a quota of which nothing is used': changed(options, 'quota.used', 0),
  },
  'renewals.projection-starts-at-the-end': {
    'a projection from today on': changedData(options, ({ demand }) => {
      if (demand) demand.projection[0].date = '2026-06-15';
    }),
  },
  'renewals.contract-counts-in-held-units': {
    'a contract of slightly less than is held': changed(
      options,
      'contract.held_units_equivalent',
      plus(-0.0003),
    ),
  },
  'renewals.demand-fits-its-basis': {
    'more on demand than runs at all': changed(options, 'demand', (demand) =>
      demand?.basis === 'same_shape_usage' ? { ...demand, on_demand_floor: 1000 } : demand,
    ),
  },
  'renewals.projection-follows-the-points': {
    'a projection of three times the usage': also(
      changed(options, 'demand.projection[].units', times(3)),
      'renewals.options-meet-the-projected-demand',
    ),
  },
  'renewals.plan-knows-when-it-ends': {
    'a renewal plan with an end but no time left': changed(plan, 'expires_in_seconds', null),
    'a renewal plan without a moment to buy': changed(plan, 'buy_after_utc', null),
  },
  'renewals.plan-buys-if-it-renews': {
    'a renewal plan to renew without a quantity': changed(plan, 'quantity_recommended', null),
  },
  'renewals.plan-is-measured-or-not': {
    'a renewal plan without what resizing would save': changed(plan, 'rightsizing_monthly', null),
  },
  'renewals.priced-plan-protects': {
    'a renewal plan that protects an unknown amount': changed(plan, 'protects_monthly', null),
  },
  'renewals.quote-is-priced-or-not': {
    'a renewal quote without a currency': changed(quote, 'currency', null),
  },
  'renewals.quote-has-the-terms-of-the-commitment': {
    'a renewal quote that is paid in an unknown way': also(
      changed(quote, 'payment_option', null),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.renewal-is-that-of-the-detail': {
    'a renewal purchase with another recommendation': changed(renewal, 'recommendation_id', 'rec-0'),
  },
  'renewals.plan-ends-with-the-commitment': {
    'a commitment whose end only its renewal plan knows': changed(
      'GET /commitments/detail/*',
      'end_at',
      null,
    ),
  },
  'renewals.pending-changes-are-not-settled': {
    'a pending change that was rejected': also(
      changed(plan, 'pending_changes[].status', 'rejected'),
      'renewals.pending-changes-are-those-of-the-list',
    ),
  },
  'renewals.pending-changes-are-those-of-the-list': {
    'a pending change with the saving of a year': changed(
      plan,
      'pending_changes[].monthly_savings',
      times(12),
    ),
  },
});
