import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const options = 'GET /commitments/renewal-options/*';
const quote = 'GET /commitments/renewal-quote/*';
const plan = 'GET /commitments/renewal-plan/*';

/** Servers with renewal figures that contradict each other. */
export const renewalFigureServers = onMock({
  'renewals.yearly-cost-follows-from-the-term': {
    'a yearly cost of the whole term': also(
      dataOf(options, (data) => {
        for (const row of data.options) row.per_year = row.all_in;
      }),
      'renewals.recommended-option-costs-least',
    ),
  },
  'renewals.contract-is-priced-like-an-option': {
    'a contract with the total of one year': also(
      dataOf(options, ({ contract }) => {
        if (contract?.term_total) contract.term_total += 100;
      }),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.spill-is-priced-on-demand': {
    'usage beyond the option at half of its price': also(
      dataOf(options, (data) => {
        for (const row of data.options) {
          const half = (row.spill_cost ?? 0) / 2;
          if (half === 0) continue;
          row.spill_cost -= half;
          row.all_in -= half;
          row.per_year = row.all_in / (row.term_months / 12);
        }
      }),
      'renewals.recommended-option-costs-least',
    ),
  },
  'renewals.options-meet-the-same-demand': {
    'options that leave no unit idle': dataOf(options, (data) => {
      for (const row of data.options) if (row.idle_units) row.idle_units = 0;
    }),
  },
  'renewals.held-units-follow-from-the-class': {
    'a class that replaces half of its units': dataOf(options, ({ classes }) => {
      for (const one of classes) one.held_units_per_one /= 2;
    }),
  },
  'renewals.recommended-option-costs-least': {
    'a recommended option that is not the cheapest': also(
      dataOf(options, ({ contract, options: rows }) => {
        const all = [...(contract ? [contract] : []), ...rows].filter((row) => row.per_year !== null);
        for (const row of all) row.recommended = false;
        all.sort((one, other) => other.per_year - one.per_year)[0].recommended = true;
      }),
      'renewals.plan-and-options-agree',
    ),
  },
  'renewals.options-are-offered': {
    'no recommended class': dataOf(options, ({ classes }) => {
      for (const one of classes) one.recommended = false;
    }),
  },
  'renewals.option-prices-fit-the-payment': {
    'options of which none is paid upfront': dataOf(options, ({ options: rows }) => {
      for (const row of rows) row.payment_option = 'no_upfront';
    }),
  },
  'renewals.quota-blocks-what-exceeds-it': {
    'a quota that blocks every option': dataOf(options, ({ options: rows }) => {
      for (const row of rows) row.quota_blocked = true;
    }),
  },
  'renewals.quote-term-follows-from-unit-prices': {
    'a term that is priced for one unit': dataOf(quote, ({ term }) => {
      if (term) term.recurring_hourly_total /= 2;
    }),
  },
  'renewals.time-left-fits-the-end': {
    'a renewal plan with the time left in minutes': dataOf(plan, (data) => {
      data.expires_in_seconds = Math.round(data.expires_in_seconds / 60);
    }),
  },
  'renewals.blocking-changes-are-pending': {
    'a renewal plan without its pending changes': dataOf(plan, (data) => {
      data.pending_changes = [];
    }),
  },
  'renewals.plan-has-the-figures-of-the-detail': {
    'a renewal plan that protects the whole fee': dataOf(plan, (data) => {
      data.protects_monthly += 1000;
    }),
  },
  'renewals.plan-and-options-agree': {
    'renewal options for one unit fewer than is held': dataOf(options, (data) => {
      data.held_quantity -= 1;
    }),
  },
  'renewals.quote-has-the-prices-of-its-kind': {
    'a quote of a reservation with an upfront payment of 0': dataOf(quote, (data) => {
      if (data.fixed_price !== null) data.upfront = 0;
    }),
  },
});
