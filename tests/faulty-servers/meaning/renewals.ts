import { changed, refuses } from '../changes.js';
import { also, onMock } from '../faulty-server.js';

const options = 'GET /commitments/renewal-options/*';
const quote = 'GET /commitments/renewal-quote/*';
const plan = 'GET /commitments/renewal-plan/*';
const renewal = 'GET /commitments/renewal/*';

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
  'renewals.unpriced-is-not-zero': {
    'zero as the price of a failed lookup': changed(quote, 'upfront', (usd, { error_message }) =>
      error_message === null ? usd : 0,
    ),
  },
  'renewals.failed-lookup-has-a-message': {
    '404 for a failed price lookup': refuses(
      quote,
      404,
      (_, { status, body }) => status < 300 && JSON.parse(body).data.error_message !== null,
    ),
  },
  'renewals.every-kind-has-a-quote': {
    '404 for the quotes of all reservations but one': also(
      refuses(quote, 404, ({ path }) => !path.includes('7f3a2c10') && /quote\/ri-/.test(path)),
      'renewals.failed-lookup-has-a-message',
    ),
  },
  'renewals.quote-has-a-price-or-a-reason': {
    'a renewal without a price reads as free': also(
      changed(quote, '', (data) =>
        data.error_message === null
          ? data
          : { ...data, error_message: null, fixed_price: 0, recurring_hourly: 0, usage_hourly: 0 },
      ),
      'renewals.failed-lookup-has-a-message',
    ),
  },
  'renewals.safe-moment-has-a-time': {
    'a renewal plan with a date instead of a date-time': also(
      changed(plan, 'buy_after_utc', (moment) => moment?.slice(0, 10) ?? null),
      'fields.formats-are-valid',
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
    'the renewal of another commitment': changed(renewal, 'commitment_id', 'another'),
  },
  'renewals.safe-moment-is-not-before-the-end': {
    'a renewal plan that allows a purchase before the commitment ends': changed(
      plan,
      'buy_after_utc',
      '2026-06-15T12:00:00Z',
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
});
