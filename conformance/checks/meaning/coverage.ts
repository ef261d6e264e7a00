import type { Check } from '../../check.js';
import { someProviders } from '../../discovery.js';
import { numbersOf, round } from '../../expect/near.js';
import { expectSuccess } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { asked, rowsOf } from '../exchange-data.js';
import { onResponse } from '../on-response.js';
import { about, addUp, areUnique } from './about.js';
import { successOf } from './success-of.js';

export const coverageChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'coverage.every-provider-has-rates',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Coverage can be read for every provider; one not yet measured says so instead of failing.',
    source: 'Commitment read semantics, rule 5',
    operations: ['getCoverageRates'],
    cost: 4,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(someProviders(probe.found), async (provider) => {
        expectSuccess(
          await probe.send(withQuery(plan, 'provider', provider)),
          `Coverage of ${show(provider)}`,
        );
      });
    },
  },
  about('getCoverageRates', {
    id: 'coverage.rate-is-weighted-by-dollars',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Coverage is covered spend divided by all spend that could be covered.',
    source: 'Commitment read semantics, rule 4',
    each: (data) =>
      [data.totals, ...rowsOf(data.services), ...rowsOf(data.accounts)].filter(
        (row) =>
          numbersOf(row, 'covered_monthly', 'on_demand_monthly', 'coverage_pct') &&
          row.covered_monthly + row.on_demand_monthly > 1,
      ),
    judge: ({ covered_monthly, on_demand_monthly, coverage_pct }) => {
      const whole = covered_monthly + on_demand_monthly;
      const expected = (covered_monthly / whole) * 100;
      return (
        Math.abs(coverage_pct - expected) <= 0.02 + 1 / whole || {
          message: 'Coverage is not covered over coverable spend.',
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
    requirement: 'A provider not yet measured says measured false and no coverage, instead of zero coverage.',
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
          message: 'A provider that was not measured has a coverage.',
          expected: 'coverage_pct null',
          actual: `coverage_pct ${wrong.coverage_pct}`,
        }
      );
    },
  }),
  about('listUncoveredSpend', {
    id: 'coverage.floor-is-below-average',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The hourly floor of uncovered spend is at least zero and at most its average.',
    source: 'Commitment read semantics, rule 6',
    each: (data) =>
      rowsOf(data).filter((row) => numbersOf(row, 'on_demand_hourly_min', 'on_demand_hourly_avg')),
    judge: ({ on_demand_hourly_min: floor, on_demand_hourly_avg: average }) =>
      (floor >= 0 && floor <= average + 1e-6) || {
        message: 'The hourly floor is above the average.',
        expected: `from 0 to ${average}`,
        actual: `on_demand_hourly_min ${floor}`,
      },
  }),
  addUp('getCoverageRates', {
    id: 'coverage.parts-make-the-whole',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Covered and on-demand spend of all services, and of all accounts, are those of the whole.',
    source: 'Commitment read semantics, rule 4; Commitment reads: coverage rates',
    sums: (data) =>
      ['services', 'accounts'].flatMap((parts) =>
        rowsOf(data[parts]).length === 0
          ? []
          : ['covered_monthly', 'on_demand_monthly'].map((name) => ({
              name: `${name} of all ${parts}`,
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
    what: 'A service',
    keys: (data) => rowsOf(data.services).map(({ service }) => service),
  }),
  about('getCommitmentsByService', {
    id: 'coverage.grid-rows-hold-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each service of the grid has at least one commitment.',
    source: 'Commitment reads: by service',
    each: (data, exchange) =>
      // Commitments of other providers are neither, so that both counts of a row of theirs are 0.
      (data.provider ?? asked(exchange, 'provider') ?? 'provider_a') === 'provider_a'
        ? rowsOf(data.services).filter(
            ({ ri, sp }) => numbersOf(ri, 'commitment_count') && numbersOf(sp, 'commitment_count'),
          )
        : [],
    judge: ({ service, ri, sp }) =>
      ri.commitment_count + sp.commitment_count > 0 || {
        message: `The grid has a row for ${show(service)}, which has no commitment.`,
        expected: 'at least one commitment',
        actual: 'commitment_count 0 for both instruments',
      },
  }),
  {
    kind: 'probe',
    id: 'coverage.grid-matches-the-utilization',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'The grid tells the utilization of a service that the utilization read tells.',
    source: 'Commitment reads: by service, utilization',
    operations: ['getCommitmentsByService'],
    cost: 2,
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
          // One may count what has ended in the meantime, and the other not.
          if (Math.abs(cell.utilization_pct - utilization_pct) <= 5) continue;
          fail({
            message: `The grid tells another utilization of ${show(service)} by instrument ${type}.`,
            expected: `about ${utilization_pct}, as the utilization read tells`,
            actual: `utilization_pct ${cell.utilization_pct}`,
            exchange,
          });
        }
      });
      if (compared === 0) throw new NotApplicable('no service has its utilization in both reads');
    },
  },
  areUnique('listUncoveredSpend', {
    id: 'coverage.uncovered-parts-are-unique',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Each part of the uncovered base, by service, platform and variability, is told once.',
    source: 'Commitment read semantics, rule 6',
    what: 'A part',
    keys: (data) =>
      rowsOf(data).map(({ provider, organization_id, service, platform, variability }) =>
        [provider, organization_id, service, platform, variability].join(' '),
      ),
  }),
];
