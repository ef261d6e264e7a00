import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { decodeSegment } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { readDateTime } from '../../date-time.js';
import { type FoundCommitment, known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { one, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { instant, isBefore } from '../shared/timestamps.js';
import { totalIsSum } from '../shared/total-is-sum.js';

const prices = ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'];

/** Whether the price lookup of a quote failed; the text may be empty if it did not. */
const hasFailed = ({ error_message }: any) => typeof error_message === 'string' && error_message !== '';

/** Most commitments whose quotes are requested. */
const mostKinds = 4;

/** Returns one commitment of each kind and status, an expired one first: its offering may be no longer sold. */
function oneOfEachKind(commitments: readonly FoundCommitment[]): FoundCommitment[] {
  const all = [...new Map(commitments.map((one) => [`${one.kind} ${one.status}`, one])).values()];
  const expired = all.filter(({ status }) => status === 'expired').slice(0, 1);
  return [...new Set([...expired, ...all])].slice(0, mostKinds);
}

export const renewalChecks: readonly Check[] = [
  forEachRow('getRenewalPlan', {
    id: 'renewals.safe-moment-has-a-time',
    level: 'MUST',
    basis: 'stated',
    requirement: '`buy_after_utc` of a renewal plan is a date-time, not only a date.',
    source: 'Commitment read semantics, rule 9',
    each: ({ buy_after_utc }) => one(buy_after_utc),
    judge: (moment) =>
      readDateTime(moment)?.hasTime === true || {
        message: '`buy_after_utc` is not a date-time.',
        expected: 'a date-time, e.g. "2026-09-01T00:00:00Z"',
        actual: show(moment),
      },
  }),
  forEachRow('getRenewalOptions', {
    id: 'renewals.exactly-one-option-is-recommended',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Exactly one renewal option has `recommended: true`.',
    source: 'Renewal pricing: renewal-options',
    each: (data) => {
      const options = [...rowsOf(data.options), ...(data.contract ? [data.contract] : [])];
      return options.some((option) => typeof option?.recommended === 'boolean') ? [options] : [];
    },
    judge: (options) => {
      const count = options.filter((option) => option?.recommended === true).length;
      return (
        count === 1 || {
          message: 'The number of options with `recommended: true` is not 1.',
          expected: '1 recommended option',
          actual: `${count} of ${options.length}`,
        }
      );
    },
  }),
  forEachRow('getRenewalOptions', {
    id: 'renewals.quantity-prices-every-option',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Every option is priced at the `quantity` of the request.',
    source: 'Renewal pricing: renewal-options',
    each: (data, exchange) => {
      const quantity = Number(requested(exchange, 'quantity'));
      return Number.isNaN(quantity)
        ? []
        : rowsOf(data.options)
            .filter((option) => typeof option?.quantity === 'number')
            .map((option) => ({ option, quantity }));
    },
    judge: ({ option, quantity }) =>
      // An offering of another size has the same capacity in other units.
      option.quantity === quantity ||
      option.held_units_equivalent === quantity || {
        message: `\`quantity\` of option ${show(option.offering_id)} is not the requested \`quantity\`.`,
        expected: `quantity ${quantity}`,
        actual: `quantity ${option.quantity}`,
      },
  }),
  {
    kind: 'active',
    id: 'renewals.failed-lookup-has-a-message',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failed price lookup is reported in `error_message` of a successful response.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    async run(probe) {
      const commitment_id = probe.found.fixtures.commitments?.unpriced;
      if (commitment_id === undefined) {
        throw new NotApplicable(
          'the fixtures do not name a commitment whose price lookup fails (commitments.unpriced)',
        );
      }
      const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id } }));
      const reason = exchange.response.json?.data?.error_message;
      if (exchange.response.status < 300 && typeof reason === 'string' && reason !== '') return;
      fail({
        message: 'A failed price lookup is not reported in `error_message` of a successful response.',
        expected: 'a successful response with the reason in error_message',
        actual: exchange.response.status < 300 ? `error_message ${show(reason)}` : describe(exchange),
        exchange,
      });
    },
  },
  forEachRow('getRenewalQuote', {
    id: 'renewals.unpriced-is-not-zero',
    level: 'MUST',
    basis: 'stated',
    requirement: 'All prices of a quote with `error_message` are null, not zero.',
    source: 'Renewal pricing: renewal-quote',
    each: (data) => (hasFailed(data) ? [data] : []),
    judge: (quote) => {
      const name = prices.find((price) => typeof quote[price] === 'number');
      return (
        name === undefined || {
          // The service rules out zero; another price may be an older one.
          basis: prices.some((price) => quote[price] === 0) ? undefined : 'proposed',
          message: `\`${name}\` of a quote with \`error_message\` is a number.`,
          expected: `${name} null, because of error_message ${show(quote.error_message)}`,
          actual: `${name} ${quote[name]}`,
        }
      );
    },
  }),
  forEachRow('getRenewalQuote', {
    id: 'renewals.quote-has-a-price-or-a-reason',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A quote without `error_message` has at least one price above zero.',
    source: 'Renewal pricing: renewal-quote',
    each: (quote) => (hasFailed(quote) ? [] : [quote]),
    judge: (quote) =>
      prices.some((price) => quote[price] > 0) || {
        message: 'A quote has neither a price above zero nor `error_message`.',
        expected: `a number above 0 in one of ${prices.join(', ')}, or error_message`,
        actual: 'null or 0 in all of them',
      },
  }),
  {
    kind: 'active',
    id: 'renewals.every-kind-has-a-quote',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The quote of a listed commitment of each `kind` and `status` succeeds, because a failed lookup is reported in `error_message`.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    requests: mostKinds,
    async run(probe) {
      await probe.correct();
      await eachCase(oneOfEachKind(known(probe.found.commitments)), async ({ id, kind, status }) => {
        const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id: id } }));
        if (isSuccess(exchange)) return;
        fail({
          message: `The renewal quote of a ${kind} with status ${show(status)} is not successful.`,
          expected: 'a successful response, with a price or error_message',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
  ...(
    [
      ['getRenewalOptions', 'renewals.options-are-of-the-commitment'],
      ['getRenewalQuote', 'renewals.quote-is-of-the-commitment'],
      ['getRenewalPlan', 'renewals.plan-is-of-the-commitment'],
      ['getRenewal', 'renewals.renewal-is-of-the-commitment'],
    ] satisfies [OperationId, string][]
  ).map(
    ([operation, id]): Check => ({
      kind: 'passive',
      id,
      level: 'SHOULD',
      basis: 'proposed',
      deviation: 'contradiction',
      requirement: '`commitment_id` of the response is the `commitment_id` in the path.',
      source: 'Proposed by this contract',
      on: 'success',
      operations: [operation],
      when: ({ response }) => typeof response.json?.data?.commitment_id === 'string',
      run(exchange) {
        const expected = decodeSegment(exchange.request.path.split('/').at(-1) ?? '');
        const actual = exchange.response.json.data.commitment_id;
        if (actual === expected) return;
        fail({
          message: '`commitment_id` of the response is not the requested `commitment_id`.',
          expected: `commitment_id ${show(expected)}`,
          actual: show(actual),
          exchange,
        });
      },
    }),
  ),
  forEachRow('getRenewalPlan', {
    id: 'renewals.safe-moment-is-not-before-the-end',
    deviation: 'contradiction',
    // A provider may queue a purchase, so that it starts later.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`buy_after_utc` is not before `end_at`: an earlier purchase overlaps the commitment it renews.',
    source: 'Commitment read semantics, rule 9',
    each: (data) => (Number.isNaN(instant(data.buy_after_utc) + instant(data.end_at)) ? [] : [data]),
    judge: ({ buy_after_utc, end_at }) =>
      !isBefore(buy_after_utc, end_at) || {
        message: '`buy_after_utc` is before `end_at` of the commitment.',
        expected: `${end_at} or later`,
        actual: `buy_after_utc ${buy_after_utc}`,
      },
  }),
  totalIsSum('getRenewalOptions', {
    id: 'renewals.term-total-follows-from-prices',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`term_total` of an option equals `upfront` plus `recurring_hourly` times the hours of `term_months`.',
    source: 'Proposed by this contract',
    sums: (data) =>
      rowsOf(data.options).flatMap(({ term_total, upfront, recurring_hourly, term_months }) =>
        typeof recurring_hourly === 'number' && typeof term_months === 'number'
          ? [
              {
                name: 'term_total',
                definition: '`upfront` + `recurring_hourly` × the hours of `term_months`',
                total: term_total,
                // A year has 8760 hours.
                parts: [upfront, (recurring_hourly * term_months * 8760) / 12],
              },
            ]
          : [],
      ),
  }),
];
