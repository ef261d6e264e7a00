import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, one, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { successOf } from '../shared/success-of.js';
import { totalIsSum } from '../shared/total-is-sum.js';
import { hoursOf, pricedRows } from './priced-rows.js';

const options = 'getRenewalOptions' as const;
const source = 'Renewal pricing; Proposed by this contract';

/** Checks of the prices of the renewal options. */
export const optionPriceChecks: readonly Check[] = [
  totalIsSum('getRenewalOptions', {
    id: 'renewals.all-in-follows-from-its-parts',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'contradiction',
    requirement:
      '`all_in` of a renewal option equals `term_total` plus `spill_cost`, the on-demand cost that the option does not cover.',
    source: 'Proposed by this contract',
    sums: (data) =>
      rowsOf(data.options).map(({ all_in: total, term_total, spill_cost }) => ({
        name: 'all_in',
        definition: 'the sum of `term_total` and `spill_cost`',
        total,
        parts: [term_total, spill_cost],
      })),
  }),
  equation(options, {
    id: 'renewals.yearly-cost-follows-from-the-term',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`per_year` of a renewal option equals `all_in` divided by the years of its term.',
    source,
    formula: '`all_in` divided by the years of `term_months`',
    figures: (data) =>
      pricedRows(data).map((row) =>
        figure(row, 'per_year', ['all_in', 'term_months'], (all, months) => all / (months / 12)),
      ),
  }),
  equation(options, {
    id: 'renewals.contract-is-priced-like-an-option',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`term_total` of the contract equals `upfront` plus `recurring_hourly` over the term, and `all_in` adds `spill_cost`.',
    source,
    formula: '`upfront` + `recurring_hourly` × the hours of the term, or `term_total` + `spill_cost`',
    figures: ({ contract }) =>
      one<any>(contract).flatMap((row) => [
        figure(
          row,
          'term_total',
          ['upfront', 'recurring_hourly', 'term_months'],
          (upfront, hourly, months) => upfront + hourly * hoursOf(months),
        ),
        figure(row, 'all_in', ['term_total', 'spill_cost'], (total, spill) => total + spill),
      ]),
  }),
  equation(options, {
    id: 'renewals.spill-is-priced-on-demand',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`spill_cost` of a renewal option equals `spill_units` times `demand.on_demand_rate` over the term.',
    source,
    formula: '`spill_units` × `demand.on_demand_rate` × the hours of the term',
    figures: (data) =>
      pricedRows(data).map((row) =>
        figure(
          { ...row, rate: data.demand?.on_demand_rate },
          'spill_cost',
          ['spill_units', 'rate', 'term_months'],
          (units, rate, months) => units * rate * hoursOf(months),
          // Units have four decimals.
          0.00006 * (data.demand?.on_demand_rate ?? 0) * hoursOf(row.term_months) + 0.02,
        ),
      ),
  }),
  equation(options, {
    id: 'renewals.held-units-follow-from-the-class',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`held_units_equivalent` of a renewal option equals `quantity` times `held_units_per_one` of its class.',
    source,
    formula: '`quantity` × `held_units_per_one`',
    figures: (data) =>
      pricedRows(data).map((row) =>
        figure(
          {
            ...row,
            perOne: rowsOf(data.classes).find(({ resource }) => resource === row.resource)
              ?.held_units_per_one,
          },
          'held_units_equivalent',
          ['quantity', 'perOne'],
          (quantity, perOne) => quantity * perOne,
        ),
      ),
  }),
  forEachRow(options, {
    id: 'renewals.recommended-option-costs-least',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The recommended renewal option has the lowest `per_year` of all options with a price.',
    source,
    each: (data) => {
      const rows = pricedRows(data).filter((row) => typeof row.per_year === 'number');
      const recommended = rows.find((row) => row.recommended === true);
      return recommended ? [{ recommended, least: Math.min(...rows.map(({ per_year }) => per_year)) }] : [];
    },
    judge: ({ recommended, least }) =>
      nearMoney(recommended.per_year, least) || {
        message: 'The recommended option does not have the lowest `per_year`.',
        expected: `per_year ${least}`,
        actual: `per_year ${recommended.per_year}`,
      },
  }),
  forEachRow(options, {
    id: 'renewals.option-prices-fit-the-payment',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A renewal option with `no_upfront` has no upfront price, one with `all_upfront` no hourly price, and one with `partial_upfront` both.',
    source,
    each: (data) => pricedRows(data).filter((row) => numbersOf(row, 'upfront', 'recurring_hourly')),
    judge: ({ offering_id, payment_option: option, upfront, recurring_hourly: hourly, quantity }) => {
      const expected: Record<string, boolean> = {
        no_upfront: upfront === 0,
        all_upfront: hourly === 0,
        partial_upfront: (upfront > 0 && hourly > 0) || quantity === 0,
      };
      return (
        (expected[option] ?? true) || {
          message: `The prices of option ${show(offering_id)} do not match \`payment_option\`.`,
          expected: `prices of ${option}`,
          actual: show({ upfront, recurring_hourly: hourly }),
        }
      );
    },
  }),
  forEachRow(options, {
    id: 'renewals.options-meet-the-same-demand',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'All renewal options of one term meet the same demand: `held_units_equivalent` less `idle_units` plus `spill_units`.',
    source,
    each: (data) => {
      const rows = pricedRows(data).filter((row) =>
        numbersOf(row, 'held_units_equivalent', 'idle_units', 'spill_units'),
      );
      return rows.map((row) => ({
        row,
        first: rows.find(({ term_months }) => term_months === row.term_months),
      }));
    },
    judge: ({ row, first }) => {
      const demandOf = (option: any) => option.held_units_equivalent - option.idle_units + option.spill_units;
      return (
        Math.abs(demandOf(row) - demandOf(first)) <= 0.001 || {
          message: `The demand that option ${show(row.offering_id)} meets differs from that of another option.`,
          expected: round(demandOf(first)),
          actual: round(demandOf(row)),
        }
      );
    },
  }),
  {
    kind: 'active',
    id: 'renewals.resource-is-the-priced-one',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Renewal options with `resource` are those of this resource, one of `classes`.',
    source,
    operations: [options],
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const { exchange: baseline } = await probe.correct();
      const priced = new Set(rowsOf(dataOf(baseline).options).map(({ resource }) => resource));
      const other = rowsOf(dataOf(baseline).classes).find(
        ({ resource, offered }) =>
          typeof resource === 'string' && !priced.has(resource) && rowsOf(offered).length > 0,
      );
      if (other === undefined) throw new NotApplicable('the response lists no other resource to price');
      const exchange = await successOf(probe, withQuery(plan, 'resource', other.resource));
      const rows = rowsOf(dataOf(exchange).options);
      const stray = rows.find(({ resource }) => resource !== other.resource);
      if (rows.length > 0 && stray === undefined) return;
      fail({
        message: '`resource` does not select what is priced.',
        expected: `options of resource ${show(other.resource)}`,
        actual: stray ? `an option of ${show(stray.resource)}` : 'no options',
        exchange,
      });
    },
  },
];
