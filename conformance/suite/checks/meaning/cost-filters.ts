import type { Check } from '../../../engine/check.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { sameFigure } from '../shared/same-figure.js';
import { providerIn, tableOf } from './breakdown-table.js';

const operation = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown, filterable; Proposed by this contract';

const terms = 30;

/** Checks of what each filter of a breakdown selects, by the costs that it leaves. */
export const costFilterChecks: readonly Check[] = [
  sameFigure(operation, {
    id: 'costs.filters-combine-to-their-intersection',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown filtered by a service and a region equals the cost of their row in a breakdown by both.',
    source,
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
  sameFigure(operation, {
    id: 'costs.groups-add-up-to-each-other',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      'The rows of a breakdown by service and region add up, for each service, to its row in a breakdown by service.',
    source: 'Other reads: breakdown, multi-group; Proposed by this contract',
    reference: 'the cost of the service in the breakdown by service',
    anyKey: true,
    pairs: async (probe) => {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const provider = providerIn(plan);
      const { rows, exchange } = await tableOf(probe, provider, [
        ['group_by', 'service'],
        ['group_by', 'region'],
      ]);
      const services = await tableOf(probe, provider, [['group_by', 'service']]);
      return services.rows.map(({ service, cost }) => {
        const own = rows.filter((row) => row.service === service);
        return {
          name: `The sum over the regions of service ${show(service)}`,
          here: sum(own.map((row) => row.cost ?? Number.NaN)),
          there: cost,
          terms: own.length,
          exchange,
        };
      });
    },
  }),
];
