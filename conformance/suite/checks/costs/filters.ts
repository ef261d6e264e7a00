import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { changesNothing, type FilteredRead, numberOr, selectsNothing } from '../shared/unknown-values.js';
import { costFilters, costModes, providerIn, tableOf } from './breakdown-table.js';

const terms = 30;

const breakdown: FilteredRead = {
  operation: 'getCostBreakdown',
  area: 'costs',
  what: 'a breakdown',
  filters: [...costFilters, 'search'],
  modes: costModes,
  amountIn: ({ total_period_cost: total }) => numberOr(total),
};

/** Checks of the filters of a breakdown. */
export const filterChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'costs.breakdown-filter-returns-only-matches',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown filtered by `service` contains only rows of that service.',
    source: 'Other reads: breakdown, filterable',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const [first, second] = rowsOf(baseline.response.json?.data?.items)
        .map(({ service }) => service)
        .filter((service) => typeof service === 'string');
      if (first === undefined || second === undefined) {
        throw new NotApplicable('the breakdown has fewer than two services');
      }
      const exchange = await successOf(probe, withQuery(plan, 'service', first));
      const stray = rowsOf(exchange.response.json?.data?.items).find(({ service }) => service !== first);
      if (stray === undefined) return;
      fail({
        message: 'A breakdown filtered by `service` contains a row of another service.',
        expected: `only rows of service ${show(first)}`,
        actual: `a row of service ${show(stray.service)}`,
        exchange,
      });
    },
  },
  sameFigure('getCostBreakdown', {
    id: 'costs.filter-returns-the-cost-of-the-row',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown filtered by a service equals `cost` of that service in the whole breakdown.',
    source: 'Other reads: breakdown, filterable; Proposed by this contract',
    reference: '`cost` of the service in the whole breakdown',
    pairs: async (probe) => {
      const { plan, exchange: baseline } = await probe.correct();
      const row = rowsOf(dataOf(baseline).items).find(({ service }) => typeof service === 'string');
      if (row === undefined) throw new NotApplicable('the breakdown is not grouped by service');
      const exchange = await successOf(probe, withQuery(plan, 'service', row.service));
      return [
        {
          name: `\`total_period_cost\` of service ${show(row.service)}`,
          here: dataOf(exchange).total_period_cost,
          there: row.cost,
          exchange,
        },
      ];
    },
  }),
  sameFigure('getCostBreakdown', {
    id: 'costs.filters-combine-to-their-intersection',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown filtered by a service and a region equals the cost of their row in a breakdown by both.',
    source: 'Other reads: breakdown, filterable; Proposed by this contract',
    reference: 'the cost of the row in the breakdown by service and region',
    cost: 2,
    anyKey: true,
    pairs: async (probe) => {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const provider = providerIn(plan);
      const { rows } = await tableOf(probe, provider, [
        ['group_by', 'service'],
        ['group_by', 'region'],
      ]);
      // Both filters have an effect if each of them alone selects other rows too.
      const row = rows.find(
        ({ service, region }) =>
          rows.some((other) => other.service === service && other.region !== region) &&
          rows.some((other) => other.service !== service && other.region === region),
      );
      if (typeof row?.service !== 'string' || typeof row.region !== 'string') {
        throw new NotApplicable('no service costs in two regions that it shares with another one');
      }
      const { total, exchange } = await tableOf(probe, provider, [
        ['service', row.service],
        ['region', row.region],
      ]);
      const name = `\`total_period_cost\` of service ${show(row.service)} in region ${show(row.region)}`;
      return [{ name, here: total, there: row.cost, terms, exchange }];
    },
  }),
  selectsNothing(breakdown),
  changesNothing(breakdown),
];
