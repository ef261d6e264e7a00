import { changed, changedData, ignores, refuses } from '../changes.js';
import { plus, times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const options = 'GET /commitments/renewal-options/*';
const quote = 'GET /commitments/renewal-quote/*';
const plan = 'GET /commitments/renewal-plan/*';

const notRecommended = (option: any) => option && { ...option, recommended: false };

export const renewalServers = onMock({
  'renewals.exactly-one-option-is-recommended': {
    'no recommended renewal option': changed(options, '', ({ contract, ...data }) => ({
      ...data,
      contract: notRecommended(contract),
      options: data.options.map(notRecommended),
    })),
    'two recommended renewal options': also(
      changed(options, 'options', (list) => {
        const other = list.find(({ recommended }: any) => !recommended);
        return list.map((option: any) => (option === other ? { ...option, recommended: true } : option));
      }),
      'renewals.recommended-option-costs-least',
    ),
  },
  'renewals.quantity-prices-every-option': {
    'only the recommended option priced at the requested quantity': changed(
      `${options}?quantity`,
      'options[]',
      (option) =>
        option.recommended
          ? option
          : { ...option, quantity: option.quantity + 1, held_units_equivalent: null },
    ),
  },
  'renewals.failed-lookup-has-a-message': {
    '404 for a failed price lookup': refuses(
      quote,
      404,
      (_, { status, body }) => status < 300 && JSON.parse(body).data.error_message !== null,
    ),
  },
  'renewals.unpriced-is-not-zero': {
    'zero as the price of a failed lookup': also(
      changed(quote, 'upfront', (usd, { error_message }) => (error_message === null ? usd : 0)),
      'renewals.quote-is-priced-or-not',
    ),
  },
  'renewals.term-total-follows-from-prices': {
    'a term total without the upfront payment': also(
      changed(options, 'options[]', (option) => ({
        ...option,
        term_total: option.term_total - (option.upfront ?? 0),
      })),
      'renewals.all-in-follows-from-its-parts',
    ),
  },
  'renewals.options-are-of-the-commitment': {
    'the renewal options of another commitment': changed(options, 'commitment_id', 'another'),
  },
  'renewals.quote-is-of-the-commitment': {
    'the renewal quote of another commitment': changed(quote, 'commitment_id', 'another'),
  },
  'renewals.plan-is-of-the-commitment': {
    'the renewal plan of another commitment': changed(plan, 'commitment_id', 'another'),
  },
  'renewals.renewal-is-of-the-commitment': {
    'the renewal of another commitment': changed('GET /commitments/renewal/*', 'commitment_id', 'another'),
  },
  'renewals.options-are-offered': {
    'no recommended class': changed(options, 'classes[].recommended', false),
  },
  'renewals.demand-has-the-price-of-the-usage': {
    'the demand of a renewal at the price of a hundred units': also(
      changed(options, 'demand.on_demand_rate', times(100)),
      'renewals.spill-is-priced-on-demand',
    ),
  },
  'renewals.quota-blocks-what-exceeds-it': {
    'a quota that blocks every option': changedData(options, ({ options: rows }) => {
      for (const row of rows) row.quota_blocked = true;
    }),
  },
  'renewals.all-in-follows-from-its-parts': {
    'an all-in cost without the on-demand remainder': also(
      changedData(options, ({ options }) => {
        for (const option of options) option.all_in = option.term_total;
      }),
      'renewals.yearly-cost-follows-from-the-term',
    ),
  },
  'renewals.yearly-cost-follows-from-the-term': {
    'a yearly cost of the whole term': also(
      changedData(options, (data) => {
        for (const row of data.options) row.per_year = row.all_in;
      }),
      'renewals.recommended-option-costs-least',
      'renewals.decision-fits-the-costs',
    ),
  },
  'renewals.contract-is-priced-like-an-option': {
    'a contract with the total of one year': also(
      changedData(options, ({ contract }) => {
        if (contract?.term_total) contract.term_total += 100;
      }),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.spill-is-priced-on-demand': {
    'usage beyond the option at half of its price': also(
      changedData(options, (data) => {
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
  'renewals.held-units-follow-from-the-class': {
    'a class that replaces half of its units': also(
      changed(options, 'classes[].held_units_per_one', times(0.5)),
      'renewals.size-mix-follows-from-the-classes',
    ),
  },
  'renewals.recommended-option-costs-least': {
    'a recommended option that is not the cheapest': also(
      changedData(options, ({ contract, options: rows }) => {
        const all = [...(contract ? [contract] : []), ...rows].filter((row) => row.per_year !== null);
        for (const row of all) row.recommended = false;
        all.sort((one, other) => other.per_year - one.per_year)[0].recommended = true;
      }),
      'renewals.plan-and-options-agree',
      'renewals.decision-fits-the-costs',
    ),
  },
  'renewals.option-prices-fit-the-payment': {
    'options of which none is paid upfront': also(
      changedData(options, ({ options: rows }) => {
        for (const row of rows) row.payment_option = 'no_upfront';
      }),
      'renewals.offerings-have-the-same-quantities',
      'renewals.options-have-the-terms-of-their-offerings',
    ),
  },
  'renewals.options-meet-the-same-demand': {
    'options that leave no unit idle': also(
      changedData(options, (data) => {
        for (const row of data.options) if (row.idle_units) row.idle_units = 0;
      }),
      'renewals.options-meet-the-projected-demand',
    ),
  },
  'renewals.resource-is-the-priced-one': {
    'the resource of renewal options is ignored': also(
      ignores(options, 'resource'),
      'renewals.every-offering-is-priced',
    ),
  },
  'renewals.quote-has-a-price-or-a-reason': {
    'a quote with neither a price nor an error message': also(
      changedData(quote, (quote) => {
        if (quote.error_message !== null) return;
        for (const name of [
          'fixed_price',
          'recurring_hourly',
          'usage_hourly',
          'upfront',
          'commitment_hourly',
        ])
          quote[name] = null;
      }),
      'renewals.quote-is-priced-or-not',
    ),
    'a renewal without a price reads as free': also(
      changed(quote, '', (data) =>
        data.error_message === null
          ? data
          : { ...data, error_message: null, fixed_price: 0, recurring_hourly: 0, usage_hourly: 0 },
      ),
      'renewals.failed-lookup-has-a-message',
      'renewals.quote-is-priced-or-not',
    ),
  },
  'renewals.every-kind-has-a-quote': {
    '404 for the quotes of all reservations but one': also(
      refuses(quote, 404, ({ path }) => !path.includes('7f3a2c10') && /quote\/ri-/.test(path)),
      'renewals.failed-lookup-has-a-message',
    ),
  },
  'renewals.quote-term-follows-from-unit-prices': {
    'a term that is priced for one unit': also(
      changedData(quote, ({ term }) => {
        if (term) term.recurring_hourly_total /= 2;
      }),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.quote-has-the-prices-of-its-kind': {
    'a quote of a reservation with an upfront payment of 0': changedData(quote, (data) => {
      if (data.fixed_price !== null) data.upfront = 0;
    }),
  },
  'renewals.quote-is-the-price-of-the-options': {
    'a quote whose price differs from the renewal options': also(
      changedData(quote, ({ term }) => {
        if (term !== null) term.term_total += 100;
      }),
      'renewals.quote-term-follows-from-unit-prices',
    ),
  },
  'renewals.safe-moment-has-a-time': {
    'a renewal plan with a date instead of a date-time': also(
      changed(plan, 'buy_after_utc', (moment) => moment?.slice(0, 10) ?? null),
      'fields.formats-are-valid',
    ),
  },
  'renewals.safe-moment-is-not-before-the-end': {
    'a renewal plan that allows a purchase before the commitment ends': changed(
      plan,
      'buy_after_utc',
      '2026-06-15T12:00:00Z',
    ),
  },
  'renewals.time-left-fits-the-end': {
    'a renewal plan with the time left in minutes': changedData(plan, (data) => {
      data.expires_in_seconds = Math.round(data.expires_in_seconds / 60);
    }),
  },
  'renewals.blocking-changes-are-pending': {
    'a renewal plan without its pending changes': changed(plan, 'pending_changes', []),
  },
  'renewals.plan-has-the-figures-of-the-detail': {
    'a renewal plan that protects the whole fee': also(
      // Also where the plan has no figure.
      changed(plan, 'protects_monthly', (usd) => usd + 1000),
      'renewals.plan-is-measured-or-not',
    ),
  },
  'renewals.plan-and-options-agree': {
    'renewal options for one unit fewer than is held': also(
      changed(options, 'held_quantity', plus(-1)),
      'renewals.contract-has-the-terms-of-the-commitment',
      'renewals.contract-is-what-is-held',
      'renewals.demand-fits-its-basis',
    ),
  },
  'renewals.every-kind-has-a-plan': {
    'no renewal plans of savings plans': also(
      refuses(plan, 404, ({ path }) => path.includes('savingsplan')),
      'paths.encoded-id-is-found',
    ),
  },
  'renewals.every-kind-has-options': {
    'no renewal options of savings plans': also(
      refuses(options, 404, ({ path }) => path.includes('savingsplan')),
      'paths.encoded-id-is-found',
    ),
  },
  'renewals.growth-fits-the-demand': {
    'growing demand that shrinks': changedData(options, ({ demand }) => {
      if (demand?.units_per_month) demand.units_per_month *= -1;
    }),
  },
});
