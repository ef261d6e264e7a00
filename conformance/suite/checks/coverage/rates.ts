import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { someProviders } from '../../discovery.js';
import { numbersOf, round, roundingOf } from '../../expect/near.js';
import { expectSuccess } from '../../expect/response.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { onResponse } from '../shared/on-response.js';
import { sameFigure } from '../shared/same-figure.js';
import { totalIsSum } from '../shared/total-is-sum.js';

/** Checks of the coverage rates. */
export const rateChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'coverage.every-provider-has-rates',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'A request for coverage rates succeeds for every provider, including providers that are not measured yet.',
    source: 'Commitment read semantics, rule 5',
    operations: ['getCoverageRates'],
    requests: 4,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(someProviders(probe.found), async (provider) => {
        expectSuccess(
          await probe.send(withQuery(plan, 'provider', provider)),
          `A request for coverage rates of provider ${show(provider)}`,
        );
      });
    },
  },
  forEachRow('getCoverageRates', {
    id: 'coverage.rate-is-weighted-by-dollars',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`coverage_pct` equals `covered_monthly` divided by the sum of `covered_monthly` and `on_demand_monthly`, as a percentage.',
    source: 'Commitment read semantics, rule 4',
    each: (data) => {
      const rows = [data.totals, ...rowsOf(data.services), ...rowsOf(data.accounts)].filter(
        (row) =>
          numbersOf(row, 'covered_monthly', 'on_demand_monthly', 'coverage_pct') &&
          row.covered_monthly + row.on_demand_monthly > 1,
      );
      const rounding = roundingOf(rows.map(({ coverage_pct }) => coverage_pct));
      return rows.map((row) => ({ row, rounding }));
    },
    judge: ({ row: { covered_monthly, on_demand_monthly, coverage_pct }, rounding }) => {
      const whole = covered_monthly + on_demand_monthly;
      const expected = (covered_monthly / whole) * 100;
      return (
        Math.abs(coverage_pct - expected) <= rounding + 0.02 + 1 / whole || {
          message:
            '`coverage_pct` is not `covered_monthly` as a percentage of `covered_monthly` + `on_demand_monthly`.',
          expected: `${round(expected)} = ${covered_monthly} / ${round(whole)} × 100`,
          actual: `coverage_pct ${coverage_pct}`,
        }
      );
    },
  }),
  onResponse({
    id: 'coverage.unmeasured-is-not-zero',
    level: 'MUST',
    basis: 'stated',
    requirement: '`coverage_pct` is null, not zero, while `measured` is false.',
    source: 'Commitment read semantics, rule 5',
    on: 'success',
    operations: ['getCoverageRates', 'getCommitmentsByService'],
    when: ({ response }) => response.json?.data?.measured === false,
    judge: (exchange) => {
      const { totals, services, accounts } = exchange.response.json.data;
      const cells = rowsOf(services).flatMap(({ ri, sp }) => rowsOf([ri, sp]));
      const wrong = [totals, ...rowsOf(services), ...rowsOf(accounts), ...cells].find(
        (row) => typeof row?.coverage_pct === 'number',
      );
      return (
        wrong === undefined || {
          message: '`coverage_pct` is a number although `measured` is false.',
          expected: 'coverage_pct null',
          actual: `coverage_pct ${wrong.coverage_pct}`,
        }
      );
    },
  }),
  totalIsSum('getCoverageRates', {
    id: 'coverage.parts-make-the-whole',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`totals.covered_monthly` and `totals.on_demand_monthly` equal the sums over all `services`, and the sums over all `accounts`.',
    source: 'Commitment read semantics, rule 4; Commitment reads: coverage rates',
    sums: (data) =>
      ['services', 'accounts'].flatMap((parts) =>
        rowsOf(data[parts]).length === 0
          ? []
          : ['covered_monthly', 'on_demand_monthly'].map((name) => ({
              name: `totals.${name}`,
              definition: `the sum of \`${parts}[].${name}\``,
              total: data.totals?.[name],
              parts: rowsOf(data[parts]).map((row) => row[name]),
            })),
      ),
  }),
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
