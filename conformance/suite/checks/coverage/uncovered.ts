import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';

/** Checks of the uncovered base. */
export const uncoveredChecks: readonly Check[] = [
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
];
