import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { decodeSegment } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { numberOf, numbersOf } from '../../expect/near.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { totalIsSum } from '../shared/total-is-sum.js';
import { hasFailed, pricedRows, prices } from './priced-rows.js';

const options = 'getRenewalOptions' as const;
const source = 'Renewal pricing; Proposed by this contract';

/** Checks of the renewal options, and of which commitment a read is for. */
export const optionChecks: readonly Check[] = [
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
  forEachRow(options, {
    id: 'renewals.options-are-offered',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'Every renewal option is an offering of its class, exactly one class is recommended, and no offering has a quantity twice.',
    source,
    each: (data) => (rowsOf(data.classes).length > 0 ? [data] : []),
    judge: (data) => {
      const rows = pricedRows(data);
      const offered = new Set(
        rowsOf(data.classes).flatMap((one) => rowsOf(one.offered).map(({ offering_id }) => offering_id)),
      );
      const stray = rowsOf(data.options).find(({ offering_id }) => !offered.has(offering_id));
      const keys = rows.map(({ offering_id, quantity }) => `${offering_id} ${quantity}`);
      const twice = keys.find((key, index) => keys.indexOf(key) !== index);
      const recommended = rowsOf(data.classes).filter((one) => one.recommended === true).length;
      return (
        (stray === undefined && twice === undefined && recommended === 1) || {
          message: 'The options do not match the offerings of `classes`.',
          expected: 'options of the offerings, each quantity once, and one recommended class',
          actual: stray
            ? `option ${show(stray.offering_id)}`
            : (twice ?? `${recommended} recommended classes`),
        }
      );
    },
  }),
  forEachRow(options, {
    id: 'renewals.quota-blocks-what-exceeds-it',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`quota_blocked` of a renewal option is false while `held_units_equivalent` is within what `quota` leaves.',
    source,
    each: (data) =>
      numbersOf(data.quota, 'used', 'limit')
        ? rowsOf(data.options)
            .filter((row) => typeof row.held_units_equivalent === 'number')
            .map((row) => ({ row, quota: data.quota, held: numberOf(data.held_quantity) }))
        : [],
    judge: ({ row, quota: { used, limit }, held }) => {
      const units = row.held_units_equivalent;
      // A renewal may replace what is held, or be bought in addition to it.
      const mayBlock = used + units > limit;
      const mustBlock = used - held + units > limit;
      return (
        (row.quota_blocked ? mayBlock : !mustBlock) || {
          message: `\`quota_blocked\` of option ${show(row.offering_id)} does not match \`quota\`.`,
          expected: String(mustBlock),
          actual: `quota_blocked ${row.quota_blocked} with ${units} units, ${used} of ${limit} used`,
        }
      );
    },
  }),
];
