import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { someProviders } from '../../discovery.js';
import { numbersOf, round, roundingOf } from '../../expect/near.js';
import { expectSuccess } from '../../expect/response.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { onResponse } from '../shared/on-response.js';
import { successOf } from '../shared/success-of.js';
import { totalIsSum } from '../shared/total-is-sum.js';

export const coverageChecks: readonly Check[] = [
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
  areUnique('getCommitmentsByService', {
    id: 'coverage.grid-has-one-row-per-service',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The grid by service has one row per service.',
    source: 'Commitment reads: by service',
    message: 'Two rows of the grid have the same `service`.',
    keys: (data) => rowsOf(data.services).map(({ service }) => service),
  }),
  forEachRow('getCommitmentsByService', {
    id: 'coverage.grid-rows-hold-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'Each row of the grid has at least one commitment: `commitment_count` is not zero for both instruments.',
    source: 'Commitment reads: by service',
    each: (data, exchange) =>
      // Commitments of other providers are of neither instrument, so both counts of their rows are 0.
      (data.provider ?? requested(exchange, 'provider') ?? 'provider_a') === 'provider_a'
        ? rowsOf(data.services).filter(
            ({ ri, sp }) => numbersOf(ri, 'commitment_count') && numbersOf(sp, 'commitment_count'),
          )
        : [],
    judge: ({ service, ri, sp }) =>
      ri.commitment_count + sp.commitment_count > 0 || {
        message: `The grid has a row for service ${show(service)}, which has no commitment.`,
        expected: 'commitment_count of at least 1 for one instrument',
        actual: 'commitment_count 0 for both instruments',
      },
  }),
  {
    kind: 'active',
    id: 'coverage.grid-matches-the-utilization',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`utilization_pct` of a service is the same in the grid and in the utilization read.',
    source: 'Commitment reads: by service, utilization',
    operations: ['getCommitmentsByService'],
    requests: 2,
    async run(probe) {
      const { exchange } = await probe.correct();
      const { plan } = await probe.correct('getCommitmentUtilization');
      const cells = rowsOf(exchange.response.json?.data?.services);
      let compared = 0;
      await eachCase(['ri', 'sp'] as const, async (type) => {
        const read = await successOf(probe, withQuery(plan, 'type', type));
        for (const { service, utilization_pct } of rowsOf(read.response.json?.data?.services)) {
          const cell = cells.find((row) => row.service === service)?.[type];
          if (typeof utilization_pct !== 'number' || typeof cell?.utilization_pct !== 'number') continue;
          compared += 1;
          // Only one of the reads may include commitments that have just ended.
          if (Math.abs(cell.utilization_pct - utilization_pct) <= 5) continue;
          fail({
            message: `\`${type}.utilization_pct\` of service ${show(service)} differs from the utilization read.`,
            expected: `about ${utilization_pct}, as in the utilization read`,
            actual: `utilization_pct ${cell.utilization_pct}`,
            exchange,
          });
        }
      });
      if (compared === 0) throw new NotApplicable('no service has a utilization in both reads');
    },
  },
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
];
