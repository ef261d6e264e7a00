import type { Check } from '../../check.js';
import { someProviders } from '../../discovery.js';
import { expectSuccess } from '../../expect/answer.js';
import { numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { eachCase } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { about, rowsOf } from './claim.js';

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
          await probe.answer(withQuery(plan, 'provider', provider)),
          `Coverage of ${show(provider)}`,
        );
      });
    },
  },
  about(
    'getCoverageRates',
    {
      id: 'coverage.rate-is-weighted-by-dollars',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Coverage is covered spend divided by all spend that could be covered.',
      source: 'Commitment read semantics, rule 4',
    },
    (data) =>
      [data.totals, ...rowsOf(data.services), ...rowsOf(data.accounts)].filter(
        (row) =>
          numbersOf(row, 'covered_monthly', 'on_demand_monthly', 'coverage_pct') &&
          row.covered_monthly + row.on_demand_monthly > 1,
      ),
    ({ covered_monthly, on_demand_monthly, coverage_pct }) => {
      const whole = covered_monthly + on_demand_monthly;
      const expected = (covered_monthly / whole) * 100;
      return Math.abs(coverage_pct - expected) <= 0.02 + 1 / whole
        ? undefined
        : {
            message: 'Coverage is not covered over coverable spend.',
            expected: `${round(expected)} = ${covered_monthly} / ${round(whole)} × 100`,
            actual: `coverage_pct ${coverage_pct}`,
          };
    },
  ),
  about(
    'getCoverageRates',
    {
      id: 'coverage.unmeasured-is-not-zero',
      level: 'MUST',
      basis: 'stated',
      requirement:
        'A provider not yet measured says measured false and no coverage, instead of zero coverage.',
      source: 'Commitment read semantics, rule 5',
    },
    (data) => (data.measured === false ? [data] : []),
    (data) =>
      typeof data.totals?.coverage_pct === 'number'
        ? {
            message: 'A provider that was not measured has a coverage.',
            expected: 'coverage_pct null',
            actual: `coverage_pct ${data.totals.coverage_pct}`,
          }
        : undefined,
  ),
  about(
    'listUncoveredSpend',
    {
      id: 'coverage.floor-is-below-average',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The hourly floor of uncovered spend is at least zero and at most its average.',
      source: 'Commitment read semantics, rule 6',
    },
    (data) => rowsOf(data).filter((row) => numbersOf(row, 'on_demand_hourly_min', 'on_demand_hourly_avg')),
    ({ on_demand_hourly_min: floor, on_demand_hourly_avg: average }) =>
      floor >= 0 && floor <= average + 1e-6
        ? undefined
        : {
            message: 'The hourly floor is above the average.',
            expected: `from 0 to ${average}`,
            actual: `on_demand_hourly_min ${floor}`,
          },
  ),
];
