import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { numbersOf, sum } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { monthHours } from '../shared/month-hours.js';
import { sameFigure } from '../shared/same-figure.js';

/** The least share of the average that the quietest hour of steady spend has. */
const steadyShare = 0.8;

/** Checks of the uncovered base. */
export const uncoveredChecks: readonly Check[] = [
  forEachRow('listUncoveredSpend', {
    id: 'coverage.floor-is-below-average',
    level: 'MUST',
    basis: 'derived',
    requirement: '`on_demand_hourly_min` is not greater than `on_demand_hourly_avg`.',
    source: 'Commitment read semantics, rule 6',
    each: (data) =>
      rowsOf(data).filter((row) => numbersOf(row, 'on_demand_hourly_min', 'on_demand_hourly_avg')),
    judge: ({ on_demand_hourly_min: floor, on_demand_hourly_avg: average }) =>
      floor <= average + 1e-6 || {
        message: '`on_demand_hourly_min` is greater than `on_demand_hourly_avg`.',
        expected: `at most ${average}`,
        actual: `on_demand_hourly_min ${floor}`,
      },
  }),
  areUnique('listUncoveredSpend', {
    id: 'coverage.uncovered-parts-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'The uncovered base has one row per service, platform and variability.',
    source: 'Commitment read semantics, rule 6',
    message: 'Two rows of the uncovered base have the same service, platform and variability.',
    keys: (data) =>
      rowsOf(data).map(({ provider, organization_id, service, platform, variability }) =>
        [provider, organization_id, service, platform, variability].join(' '),
      ),
  }),
  sameFigure('listUncoveredSpend', {
    id: 'coverage.uncovered-parts-make-the-remainder',
    deviation: 'contradiction',
    requirement:
      'The sum of `on_demand_monthly` over the uncovered base of a service equals its `on_demand_monthly` in the coverage rates.',
    source: 'Commitment read semantics, rules 4 and 6',
    reference: '`on_demand_monthly` of the service in the coverage rates',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = dataOf((await probe.correct('getCoverageRates')).exchange);
      return rowsOf(rates.services).map(({ service, on_demand_monthly }) => {
        const parts = rowsOf(exchange.response.json?.data)
          .filter((part) => part.service === service && part.provider === rates.provider)
          .map((part) => part.on_demand_monthly);
        return {
          name: `The sum of \`on_demand_monthly\` over the uncovered base of service ${show(service)}`,
          here: sum(parts),
          there: on_demand_monthly,
          terms: parts.length,
          exchange,
        };
      });
    },
  }),
  equation('listUncoveredSpend', {
    id: 'coverage.uncovered-figures-follow',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`on_demand_monthly` of the uncovered base equals `on_demand_hourly_avg` over 730 hours, and `volatility_ratio` the part of the average that is above the floor.',
    source: 'Commitment read semantics, rule 6; Proposed by this contract',
    formula: '`on_demand_hourly_avg` × 730, or (average − floor) / average',
    figures: (data) =>
      rowsOf(data).flatMap((row) => [
        figure(row, 'on_demand_monthly', ['on_demand_hourly_avg'], (average) => average * monthHours, 0.02),
        // The floor may be rounded to cents.
        figure(
          row,
          'volatility_ratio',
          ['on_demand_hourly_avg', 'on_demand_hourly_min'],
          (average, floor) => (average > 0 ? (average - floor) / average : Number.NaN),
          0.0001 + 0.01 / row.on_demand_hourly_avg,
        ),
      ]),
  }),
  forEachRow('listUncoveredSpend', {
    id: 'coverage.steady-spend-has-a-high-floor',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'Uncovered spend is `steady` if its quietest hour spends at least 80 % of the average, and `variable` otherwise.',
    source: 'Commitment read semantics, rule 6; Proposed by this contract',
    each: (data) =>
      rowsOf(data).filter(
        (row) =>
          numbersOf(row, 'on_demand_hourly_avg', 'on_demand_hourly_min') &&
          ['steady', 'variable'].includes(row.variability) &&
          row.on_demand_hourly_avg > 0,
      ),
    judge: ({ variability, on_demand_hourly_avg: average, on_demand_hourly_min: floor }) => {
      const share = floor / average;
      const expected = share >= steadyShare ? 'steady' : 'variable';
      return (
        Math.abs(share - steadyShare) < 0.001 ||
        variability === expected || {
          message: '`variability` does not match the floor and the average.',
          expected: `${expected}: ${floor} of ${average} an hour`,
          actual: String(variability),
        }
      );
    },
  }),
  forEachRow('listUncoveredSpend', {
    id: 'coverage.suggestion-is-below-the-floor',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`suggested_commitment_hourly` of the uncovered base is not greater than `on_demand_hourly_min`, and null without `recommended_kind`.',
    source: 'Commitment read semantics, rule 6; Proposed by this contract',
    each: (data) =>
      rowsOf(data).filter((row) => numbersOf(row, 'suggested_commitment_hourly', 'on_demand_hourly_min')),
    judge: ({ suggested_commitment_hourly: suggested, on_demand_hourly_min: floor, recommended_kind }) =>
      (suggested <= floor + 0.01 && recommended_kind !== null) || {
        message: '`suggested_commitment_hourly` does not fit the floor or `recommended_kind`.',
        expected: recommended_kind === null ? 'null, as nothing is recommended' : `at most ${floor}`,
        actual: `suggested_commitment_hourly ${suggested}`,
      },
  }),
];
