import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { show } from '../../../engine/show.js';
import { numbersOf, roundingOf, sum } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { totalIsSum } from '../shared/total-is-sum.js';

/** The hours of a month by which the document spreads hourly prices. */
const monthHours = 730;
/** The least share of the average that the quietest hour of steady spend has. */
const steadyShare = 0.8;

const kinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;

/** Checks of the parts of coverage: instruments, the grid by service, and the uncovered base. */
export const coveragePartChecks: readonly Check[] = [
  totalIsSum('getCoverageRates', {
    id: 'coverage.instruments-make-the-service',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`covered_monthly` and `coverage_pct` of a service equal the sums over its `instruments`.',
    source: 'Commitment reads: coverage rates; Proposed by this contract',
    sums: ({ services }) => {
      const rows = rowsOf(services)
        .map((service) => ({ service, instruments: rowsOf(service.instruments) }))
        .filter(({ instruments }) => instruments.length > 0);
      const rates = rows.flatMap(({ service, instruments }) => [service, ...instruments]);
      const rounding = roundingOf(rates.map(({ coverage_pct }) => coverage_pct));
      return rows.flatMap(({ service, instruments }) =>
        ['covered_monthly', 'coverage_pct'].map((name) => ({
          name,
          definition: `the sum of \`instruments[].${name}\``,
          total: service[name],
          parts: instruments.map((one) => one[name]),
          within: name === 'coverage_pct' ? 0.01 + rounding * (instruments.length + 1) : 0,
        })),
      );
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-has-the-rates-of-instruments',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`coverage_pct` of an instrument in the grid equals that in `instruments` of the coverage rates.',
    source: 'Commitment reads: by service, coverage rates; Proposed by this contract',
    reference: '`coverage_pct` of the instrument in the coverage rates',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = rowsOf(dataOf((await probe.correct('getCoverageRates')).exchange).services);
      return rowsOf(dataOf(exchange).services).flatMap((row) =>
        (['ri', 'sp'] as const).map((instrument) => ({
          name: `\`${instrument}.coverage_pct\` of service ${show(row.service)}`,
          here: row[instrument]?.coverage_pct,
          there: rowsOf(rates.find(({ service }) => service === row.service)?.instruments).find(
            (one) => one.instrument === instrument,
          )?.coverage_pct,
          exchange,
        })),
      );
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-counts-the-inventory',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`ri.commitment_count` of a service in the grid equals the number of its reservations in the inventory.',
    source: 'Commitment reads: by service, inventory; Proposed by this contract',
    reference: 'the number of reservations in the inventory',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const { plan } = await probe.correct('listCommitmentInventory');
      const inventory = await successOf(probe, withQuery(plan, 'instrument', 'ri'));
      const rows = rowsOf(dataOf(inventory).rows);
      return rowsOf(dataOf(exchange).services).map(({ service, ri }) => ({
        name: `\`ri.commitment_count\` of service ${show(service)}`,
        here: ri?.commitment_count,
        there: rows.filter((row) => row.service === service).length,
        // A difference of one is a violation.
        terms: 0,
        exchange,
      }));
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-has-what-resizing-saves',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`unused_monthly` of an instrument in the grid equals the sum of `rightsizing_monthly` over its rows of the portfolio.',
    source: 'Commitment reads: by service, portfolio; Proposed by this contract',
    reference: 'the sum of `rightsizing_monthly` over the rows of the portfolio',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const portfolio = rowsOf(dataOf((await probe.correct('getCommitmentPortfolio')).exchange).rows);
      return rowsOf(dataOf(exchange).services).flatMap((row) =>
        (['ri', 'sp'] as const).map((instrument) => {
          const parts = portfolio
            .filter(({ service, kind }) => service === row.service && kind === kinds[instrument])
            .map(({ rightsizing_monthly }) => rightsizing_monthly);
          return {
            name: `\`${instrument}.unused_monthly\` of service ${show(row.service)}`,
            here: row[instrument]?.unused_monthly,
            there: sum(parts),
            terms: parts.length,
            exchange,
          };
        }),
      );
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
  sameFigure('listCommitmentCoverage', {
    id: 'coverage.rows-match-the-list',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`coverage_pct`, `utilization_pct` and `committed_cost_monthly` of a row equal those of the commitment in the list.',
    source: 'Commitment reads: coverage (deprecated); Proposed by this contract',
    reference: 'the commitment in the list',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const listed = rowsOf(dataOf((await probe.correct('listCommitments')).exchange).items);
      return rowsOf(dataOf(exchange).items).flatMap((row) =>
        [
          ['coverage_pct', 'current_coverage_pct'],
          ['utilization_pct', 'current_utilization_pct'],
          ['committed_cost_monthly', 'monthly_commitment_usd'],
        ].map(([name = '', other = '']) => ({
          name: `\`${name}\` of commitment ${show(row.row_id)}`,
          here: row[name],
          there: listed.find(({ id, provider }) => id === row.row_id && provider === row.provider)?.[other],
          exchange,
        })),
      );
    },
  }),
];
