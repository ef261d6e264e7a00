import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import { fail, NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { asked, one, rowsOf } from '../exchange-data.js';
import { about, addUp } from './about.js';
import { instant } from './moments.js';

const prices = ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'];

export const renewalChecks: readonly Check[] = [
  about('getRenewalPlan', {
    id: 'renewals.safe-moment-has-a-time',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'A renewal plan states the moment after which buying is safe with its time, not as a date alone.',
    source: 'Commitment read semantics, rule 9',
    each: ({ buy_after_utc }) => one(buy_after_utc),
    judge: (moment) =>
      (typeof moment === 'string' && /T\d{2}:\d{2}/.test(moment) && !Number.isNaN(Date.parse(moment))) || {
        message: 'The moment after which buying is safe is not a date with a time.',
        expected: 'a moment such as "2026-09-01T00:00:00Z"',
        actual: show(moment),
      },
  }),
  about('getRenewalOptions', {
    id: 'renewals.exactly-one-option-is-recommended',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Of all options to renew exactly one is recommended.',
    source: 'Renewal pricing: renewal-options',
    each: (data) => {
      const options = [...rowsOf(data.options), ...(data.contract ? [data.contract] : [])];
      return options.some((option) => typeof option?.recommended === 'boolean') ? [options] : [];
    },
    judge: (options) => {
      const count = options.filter((option) => option?.recommended === true).length;
      return (
        count === 1 || {
          message: 'Not exactly one option is recommended.',
          expected: '1 recommended option',
          actual: `${count} of ${options.length}`,
        }
      );
    },
  }),
  about('getRenewalOptions', {
    id: 'renewals.quantity-prices-every-option',
    level: 'MUST',
    basis: 'stated',
    requirement: 'With a quantity, every offering is priced at that quantity.',
    source: 'Renewal pricing: renewal-options',
    each: (data, exchange) => {
      const quantity = Number(asked(exchange, 'quantity'));
      return Number.isNaN(quantity)
        ? []
        : rowsOf(data.options)
            .filter((option) => typeof option?.quantity === 'number')
            .map((option) => ({ option, quantity }));
    },
    judge: ({ option, quantity }) =>
      // An offering of another size holds the same in other units.
      option.quantity === quantity ||
      option.held_units_equivalent === quantity || {
        message: `Option ${show(option.offering_id)} is priced at another quantity.`,
        expected: `quantity ${quantity}`,
        actual: `quantity ${option.quantity}`,
      },
  }),
  {
    kind: 'probe',
    id: 'renewals.failed-lookup-has-a-message',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A price lookup that fails is told in error_message of a success, not as a failure.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    async run(probe) {
      const commitment_id = probe.found.fixtures.commitments?.unpriced;
      if (commitment_id === undefined) {
        throw new NotApplicable(
          'no commitment is named whose price lookup fails (fixtures: commitments.unpriced)',
        );
      }
      const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id } }));
      const reason = exchange.response.json?.data?.error_message;
      if (exchange.response.status < 300 && typeof reason === 'string' && reason !== '') return;
      fail({
        message: 'A price lookup that fails does not say so in error_message.',
        expected: 'a success with the reason in error_message',
        actual: exchange.response.status < 300 ? `error_message ${show(reason)}` : describe(exchange),
        exchange,
      });
    },
  },
  about('getRenewalQuote', {
    id: 'renewals.unpriced-is-not-zero',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'A renewal whose price lookup failed says why in error_message and has no price, not even zero.',
    source: 'Renewal pricing: renewal-quote',
    each: (data) => (typeof data.error_message === 'string' ? [data] : []),
    judge: (quote) => {
      const name = prices.find((price) => typeof quote[price] === 'number');
      return (
        name === undefined || {
          message: 'A quote that failed has a price.',
          expected: `${name} null beside error_message ${show(quote.error_message)}`,
          actual: `${name} ${quote[name]}`,
        }
      );
    },
  }),
  about('getRenewalQuote', {
    id: 'renewals.quote-has-a-price-or-a-reason',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A quote without error_message has a price.',
    source: 'Renewal pricing: renewal-quote',
    each: (quote) => (typeof quote.error_message === 'string' ? [] : [quote]),
    judge: (quote) =>
      prices.some((price) => typeof quote[price] === 'number') || {
        message: 'A quote has neither a price nor a reason.',
        expected: `one of ${prices.join(', ')}, or error_message`,
        actual: 'null for all of them',
      },
  }),
  ...(
    [
      ['getRenewalOptions', 'renewals.options-are-of-the-commitment'],
      ['getRenewalQuote', 'renewals.quote-is-of-the-commitment'],
      ['getRenewalPlan', 'renewals.plan-is-of-the-commitment'],
      ['getRenewal', 'renewals.renewal-is-of-the-commitment'],
    ] satisfies [OperationId, string][]
  ).map(
    ([operation, id]): Check => ({
      kind: 'exchange',
      id,
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'The answer tells the commitment it is about.',
      source: 'Proposed by this contract',
      on: 'success',
      operations: [operation],
      when: ({ response }) => typeof response.json?.data?.commitment_id === 'string',
      run(exchange) {
        const expected = decodeURIComponent(exchange.request.path.split('/').at(-1) ?? '');
        const actual = exchange.response.json.data.commitment_id;
        if (actual === expected) return;
        fail({
          message: 'The answer is about another commitment than asked for.',
          expected: `commitment_id ${show(expected)}`,
          actual: show(actual),
          exchange,
        });
      },
    }),
  ),
  about('getRenewalPlan', {
    id: 'renewals.safe-moment-is-not-before-the-end',
    // What is bought can begin later where a provider queues it.
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Buying is safe from the end of the commitment on, not before, when both would be paid for.',
    source: 'Commitment read semantics, rule 9',
    each: (data) => (Number.isNaN(instant(data.buy_after_utc) + instant(data.end_at)) ? [] : [data]),
    judge: ({ buy_after_utc, end_at }) =>
      instant(buy_after_utc) >= instant(end_at) || {
        message: 'A renewal is said to be safe to buy while the commitment still runs.',
        expected: `${end_at} or later`,
        actual: `buy_after_utc ${buy_after_utc}`,
      },
  }),
  addUp('getRenewalOptions', {
    id: 'renewals.term-total-follows-from-prices',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'What an option costs over its term is what is paid upfront and what every hour of it costs.',
    source: 'Proposed by this contract',
    sums: (data) =>
      rowsOf(data.options).flatMap(({ term_total, upfront, recurring_hourly, term_months }) =>
        typeof recurring_hourly === 'number' && typeof term_months === 'number'
          ? [
              {
                name: 'term_total',
                total: term_total,
                // Prices are told to the cent or better, and there are many hours.
                parts: [upfront ?? 0, (recurring_hourly * term_months * 8760) / 12],
              },
            ]
          : [],
      ),
  }),
];
