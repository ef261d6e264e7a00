import { answers, type Defect, dataOf, onMock, refusal } from '../defect.js';

const options = 'GET /commitments/renewal-options/*' as const;
const quote = 'GET /commitments/renewal-quote/*' as const;
const plan = 'GET /commitments/renewal-plan/*' as const;

export const renewalDefects: readonly Defect[] = onMock([
  {
    name: 'no option to renew is recommended',
    kills: 'renewals.exactly-one-option-is-recommended',
    wrap: dataOf(options, (renewal) => {
      for (const option of [...renewal.options, ...(renewal.contract ? [renewal.contract] : [])]) {
        option.recommended = false;
      }
    }),
  },
  {
    name: 'two options to renew are recommended',
    kills: 'renewals.exactly-one-option-is-recommended',
    wrap: dataOf(options, (renewal) => {
      const other = renewal.options.find((option: any) => !option.recommended);
      if (other) other.recommended = true;
    }),
  },
  {
    name: 'only the recommended option is priced at the quantity',
    kills: 'renewals.quantity-prices-every-option',
    wrap: dataOf(options, (renewal, { query }) => {
      if (!query.has('quantity')) return;
      for (const option of renewal.options) {
        if (option.recommended) continue;
        option.quantity += 1;
        option.held_units_equivalent = null;
      }
    }),
  },
  {
    name: 'a failed price lookup is zero',
    kills: 'renewals.unpriced-is-not-zero',
    wrap: dataOf(quote, (price) => {
      if (price.error_message !== null) price.upfront = 0;
    }),
  },
  {
    name: '500 for a price lookup that fails',
    kills: 'renewals.failed-lookup-is-told',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers(quote, (answer) =>
      answer.status < 300 && JSON.parse(answer.body).data.error_message !== null
        ? refusal(500, 'INTERNAL_SERVER_ERROR')
        : answer,
    ),
  },
  {
    name: 'a renewal is safe to buy on a day, at no time of it',
    kills: 'renewals.safe-moment-has-a-time',
    also: ['fields.formats-are-kept', 'renewals.safe-moment-is-not-before-the-end'],
    wrap: dataOf(plan, (renewal) => {
      renewal.buy_after_utc = renewal.buy_after_utc?.slice(0, 10) ?? null;
    }),
  },
  ...(
    [
      ['options', 'are', options],
      ['quote', 'is', quote],
      ['plan', 'is', plan],
      ['renewal', 'is', 'GET /commitments/renewal/*'],
    ] as const
  ).map(([what, verb, where]) => ({
    name: `the ${what} of another commitment`,
    kills: `renewals.${what}-${verb}-of-the-commitment`,
    wrap: dataOf(where, (data) => {
      data.commitment_id = 'another';
    }),
  })),
  {
    name: 'a renewal is safe to buy while the commitment runs',
    kills: 'renewals.safe-moment-is-not-before-the-end',
    wrap: dataOf(plan, (renewal) => {
      renewal.buy_after_utc = '2026-06-15T12:00:00Z';
    }),
  },
  {
    name: 'an option without its upfront payment in the total',
    kills: 'renewals.term-total-follows-from-prices',
    also: ['renewals.all-in-follows-from-its-parts'],
    wrap: dataOf(options, (renewal) => {
      for (const option of renewal.options) option.term_total -= option.upfront ?? 0;
    }),
  },
]);
