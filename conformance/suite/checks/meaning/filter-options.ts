import type { Check } from '../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { twiceIn } from '../../expect/twice.js';
import { list } from '../shared/exchange-data.js';
import { isSelectable } from '../shared/filter-values.js';
import { forEachRow } from '../shared/for-each-row.js';
import { successOf } from '../shared/success-of.js';

/** Returns the options of a dimension, given selections in other dimensions. */
async function options(
  probe: Probe,
  dimension: 'service' | 'region',
  selection: Readonly<Record<string, string>>,
): Promise<{ exchange: CompleteExchange; values: string[] }> {
  const { plan } = await probe.correct();
  const request = Object.entries({ dimension, ...selection }).reduce(
    (next, [name, value]) => withQuery(next, name, value),
    { ...plan, query: [] } as RequestPlan,
  );
  const exchange = await successOf(probe, request);
  const all = list(exchange.response.json?.data?.[`${dimension}s`]);
  return { exchange, values: all.filter((value) => typeof value === 'string').sort() };
}

export const filterOptionChecks: readonly Check[] = [
  forEachRow('getCostFilterOptions', {
    id: 'filter-options.values-are-distinct',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The options of each filter dimension are distinct.',
    source: 'Other reads: filter-options',
    each: (data) => Object.entries<unknown>(data).filter(([, values]) => list(values).length > 0),
    judge: ([name, values]) => {
      const texts = list(values).map((value) => JSON.stringify(value));
      const duplicate = twiceIn(texts);
      return (
        duplicate === undefined || {
          message: `\`${name}\` contains a value twice.`,
          expected: 'no duplicates',
          actual: `${duplicate} twice`,
        }
      );
    },
  }),
  {
    kind: 'active',
    id: 'filter-options.own-selection-is-left-out',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The options of a dimension do not depend on the selection in that dimension.',
    source: 'Other reads: filter-options',
    operations: ['getCostFilterOptions'],
    requests: 2,
    async run(probe) {
      const { values } = await options(probe, 'service', {});
      const service = values.find(isSelectable);
      if (service === undefined) throw new NotApplicable('the provider has no costs to filter');
      const selected = await options(probe, 'service', { service });
      if (JSON.stringify(selected.values) === JSON.stringify(values)) return;
      fail({
        message: `The options of \`service\` change when service ${show(service)} is selected.`,
        expected: `the same ${values.length} services`,
        actual: show(selected.values),
        exchange: selected.exchange,
      });
    },
  },
  {
    kind: 'active',
    id: 'filter-options.selection-never-adds-options',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A selection in one dimension does not add options to another.',
    source: 'Other reads: filter-options, dimensions constrain each other',
    operations: ['getCostFilterOptions'],
    requests: 5,
    async run(probe) {
      const { values: regions } = await options(probe, 'region', {});
      const { values: services } = await options(probe, 'service', {});
      if (!services.some(isSelectable)) throw new NotApplicable('the provider has no costs to filter');
      await eachCase(services.filter(isSelectable).slice(0, 3), async (service) => {
        const narrowed = await options(probe, 'region', { service });
        const added = narrowed.values.find((region) => !regions.includes(region));
        if (added === undefined) return;
        fail({
          message: `The options of \`region\` gain ${show(added)} when service ${show(service)} is selected.`,
          expected: `only regions of ${show(regions)}`,
          actual: show(narrowed.values),
          exchange: narrowed.exchange,
        });
      });
    },
  },
];
