import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived, stated } from '../../claims.js';
import { someProviders } from '../../discovery.js';
import { round, roundingOf, sum } from '../../expect/near.js';
import { expectSuccess } from '../../expect/response.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

export const coverageChecks: readonly Check[] = [
  {
    id: 'coverage.every-provider-has-rates',
    ...derived,
    requirement:
      'A request for coverage rates succeeds for every provider, including providers that are not measured yet.',
    source: 'Commitment read semantics, rule 5',
    operations: ['getCoverageRates'],
    requests: 4,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(someProviders(probe.found), async (provider) =>
        expectSuccess(
          await probe.send(withQuery(plan, 'provider', provider)),
          `A request for coverage rates of provider ${show(provider)}`,
        ),
      );
    },
  },
  // Not a rule: a whole number between percentages with decimals is not a rounded one.
  forEachRow('getCoverageRates', {
    id: 'coverage.rate-is-weighted-by-dollars',
    ...stated,
    requirement:
      '`coverage_pct` equals `covered_monthly` divided by the sum of `covered_monthly` and `on_demand_monthly`, as a percentage.',
    source: 'Commitment read semantics, rule 4',
    each: ({ totals, services, accounts }) => {
      const rows = rowsOf([totals, ...rowsOf(services), ...rowsOf(accounts)])
        .map((row) => ({ ...row, whole: sum([row.covered_monthly, row.on_demand_monthly]) }))
        .filter((row) => typeof row.coverage_pct === 'number' && row.whole > 1);
      const rounding = roundingOf(rows.map(({ coverage_pct }) => coverage_pct));
      return rows.map((row) => ({ ...row, rounding }));
    },
    judge: ({ covered_monthly, coverage_pct, whole, rounding }) => {
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
];
