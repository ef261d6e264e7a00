import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { numberOf } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, one, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { dayMs, instant, nowOf, uncertainty } from '../shared/timestamps.js';
import { hoursOf, pricedRows } from './renewal-figures.js';

const options = 'getRenewalOptions' as const;
const plan = 'getRenewalPlan' as const;
const source = 'Renewal pricing; Proposed by this contract';

/** Checks of the figures of renewal quotes and plans. */
export const renewalPlanChecks: readonly Check[] = [
  equation('getRenewalQuote', {
    id: 'renewals.quote-term-follows-from-unit-prices',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`term` of a renewal quote follows from its prices: `term_total` equals `upfront_total` plus `recurring_hourly_total` over `term_hours`, and a reservation multiplies its prices by `qty`.',
    source,
    formula: 'the price of the term that follows from the prices of the quote',
    figures: (quote) =>
      one<any>(quote.term).flatMap((term) => [
        figure(
          term,
          'term_total',
          ['upfront_total', 'recurring_hourly_total', 'term_hours'],
          (upfront, hourly, hours) => upfront + hourly * hours,
        ),
        figure({ ...quote, ...term }, 'term_hours', ['term_months'], hoursOf),
        figure(
          { ...quote, ...term },
          'upfront_total',
          ['fixed_price', 'qty'],
          (price, count) => price * count,
        ),
        figure(
          { ...quote, ...term },
          'recurring_hourly_total',
          // The hourly price of a plan is for the whole plan.
          ['recurring_hourly', typeof quote.fixed_price === 'number' ? 'qty' : 'none'],
          (price, count) => price * count,
        ),
      ]),
  }),
  forEachRow('getRenewalQuote', {
    id: 'renewals.quote-has-the-prices-of-its-kind',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A renewal quote of a reservation has no prices of a savings plan, and one of a savings plan has neither `qty` nor prices of a unit: they are null, not zero.',
    source: 'Commitment read semantics, rule 2; Proposed by this contract',
    each: (data) =>
      [data].filter(({ fixed_price, commitment_hourly }) =>
        [fixed_price, commitment_hourly].some((price) => typeof price === 'number'),
      ),
    judge: (quote) => {
      const others =
        typeof quote.commitment_hourly === 'number'
          ? ['qty', 'fixed_price', 'recurring_hourly', 'usage_hourly']
          : ['upfront', 'commitment_hourly'];
      const name = others.find((one) => typeof quote[one] === 'number');
      return (
        name === undefined || {
          message: `\`${name}\` of a renewal quote does not apply to the kind of the commitment.`,
          expected: 'null',
          actual: `${name} ${quote[name]}`,
        }
      );
    },
  }),
  forEachRow(plan, {
    id: 'renewals.time-left-fits-the-end',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`expires_in_seconds` of a renewal plan is the number of seconds until `end_at`.',
    source: 'Commitment read semantics, rule 9',
    each: (data, exchange) =>
      typeof data.expires_in_seconds === 'number' && !Number.isNaN(instant(data.end_at) + nowOf(exchange))
        ? [data]
        : [],
    judge: ({ end_at, expires_in_seconds }, exchange) => {
      const seconds = Math.round((instant(end_at) - nowOf(exchange)) / 1000);
      return (
        Math.abs(Math.max(0, seconds) - Math.max(0, expires_in_seconds)) * 1000 <=
          dayMs + uncertainty(end_at, exchange.response.json.timestamp) || {
          message: '`expires_in_seconds` is not the number of seconds until `end_at`.',
          expected: `about ${seconds}`,
          actual: `expires_in_seconds ${expires_in_seconds}`,
        }
      );
    },
  }),
  forEachRow(plan, {
    id: 'renewals.blocking-changes-are-pending',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Every one of `blocking_changes` of a renewal plan is among its `pending_changes`.',
    source: 'Commitment read semantics, rule 9: pending changes that should land first',
    each: (data) => (data.pending_changes && data.blocking_changes ? [data] : []),
    judge: ({ pending_changes, blocking_changes }) => {
      const pending = rowsOf(pending_changes).map(({ recommendation_id }) => recommendation_id);
      const stray = rowsOf(blocking_changes).find(({ recommendation_id: id }) => !pending.includes(id));
      return (
        stray === undefined || {
          message: 'One of `blocking_changes` is not among `pending_changes`.',
          expected: show(pending),
          actual: show(stray.recommendation_id),
        }
      );
    },
  }),
  sameFigure(plan, {
    id: 'renewals.plan-has-the-figures-of-the-detail',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`protects_monthly`, `rightsizing_monthly`, `units_held` and the consumed share of the units of a renewal plan equal those in the detail of the commitment.',
    source,
    reference: 'the detail of the commitment',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const data = dataOf(exchange);
      const detail = dataOf((await probe.correct('getCommitment')).exchange);
      if (detail.id !== data.commitment_id) return [];
      const units = detail.unit_count === null ? undefined : detail.unit_count;
      return [
        ...['protects_monthly', 'rightsizing_monthly'].map((name) => ({
          name: `\`${name}\``,
          here: data[name],
          there: detail[name],
          exchange,
        })),
        { name: '`units_held`', here: data.units_held, there: units, exchange },
        {
          name: '`units_consumed` as a percentage of `units_held`',
          here: (numberOf(data.units_consumed) / numberOf(data.units_held)) * 100,
          there: detail.current_utilization_pct,
          within: 0.1,
          exchange,
        },
      ];
    },
  }),
  sameFigure(plan, {
    id: 'renewals.plan-and-options-agree',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`units_held` of a renewal plan equals `held_quantity` of the renewal options, and `quantity_recommended` and `units_recommended` those of their recommended option.',
    source,
    reference: 'the renewal options',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const data = dataOf(exchange);
      const { exchange: other } = await probe.correct(options);
      const offered = dataOf(other);
      if (offered.commitment_id !== data.commitment_id || requested(other, 'quantity')) return [];
      const recommended = pricedRows(offered).find((row) => row.recommended === true);
      return [
        { name: '`units_held`', here: data.units_held, there: offered.held_quantity, exchange },
        // A plan to let it expire recommends nothing.
        ...(data.decision === 'renew'
          ? ['quantity_recommended', 'units_recommended'].map((name) => ({
              name: `\`${name}\``,
              here: data[name],
              there: recommended?.[name === 'units_recommended' ? 'held_units_equivalent' : 'quantity'],
              exchange,
            }))
          : []),
      ];
    },
  }),
];
