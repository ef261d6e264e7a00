import type { Check } from '../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../engine/http/exchange.js';
import { withQuery } from '../../engine/http/requests.js';
import { eachCase, Finding, fail, NotApplicable, type Violation } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { show } from '../../engine/show.js';
import {
  type CostsOf,
  columnOf,
  costFilters,
  costModes,
  menuFor,
  providerIn,
  tableOf,
} from './costs/breakdown-table.js';
import { dataOf, list, rowsOf } from './shared/exchange-data.js';
import { isSelectable } from './shared/filter-values.js';
import { successOf } from './shared/success-of.js';
import { changesNothing, type FilteredRead, selectsNothing } from './shared/unknown-values.js';

/** Returns the values of a column over all rows, if they are on one page. */
function valuesOf(exchange: CompleteExchange, column: string): string[] | undefined {
  const { items, pagination } = dataOf(exchange);
  return pagination?.total_items === rowsOf(items).length
    ? rowsOf(items).flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []))
    : undefined;
}

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

type Dimension = 'service' | 'account_id' | 'region';

/** A dimension with a selection, and the one whose options it narrows. */
const pairs: readonly (readonly [selected: Dimension, offered: Dimension])[] = [
  ['service', 'region'],
  ['region', 'service'],
  ['service', 'account_id'],
];

/** Most selections of a pair. */
const mostSelections = 2;

const preset = ['preset', '12M'] as const;

/** What a selection offers although nothing of it has a cost. */
interface Examined {
  readonly stray?: Violation;
  readonly isNarrowed: boolean;
}

/**
 * Compares the options of one dimension, given a selection in another, with the costs of twelve months.
 *
 * @returns nothing if no selection can narrow the options, or if they are of another range
 */
async function examined(
  probe: Probe,
  provider: CostsOf,
  [selected, offered]: (typeof pairs)[number],
): Promise<Examined[]> {
  const { rows } = await tableOf(probe, provider, [['group_by', selected], ['group_by', offered], preset]);
  const whole = await menuFor(probe, provider, offered);
  const known = columnOf(rows, offered);
  const selections = columnOf(rows, selected).flatMap((value) => {
    const own = columnOf(
      rows.filter((row) => row[selected] === value),
      offered,
    );
    const other = whole.values.filter((option) => !own.includes(option));
    return own.length > 0 && other.length > 0 ? [{ value, own }] : [];
  });
  if (whole.values.some((option) => !known.includes(option))) return [];
  const results: Examined[] = [];
  for (const { value, own } of selections.slice(0, mostSelections)) {
    const { values, exchange } = await menuFor(probe, provider, offered, [[selected, value]]);
    const stray = values.find((option) => !own.includes(option));
    const violation: Violation = {
      message: `The options of \`${offered}\` contain ${show(stray)} although ${selected} ${show(value)} is selected and has no cost there in twelve months.`,
      expected: `only ${show(own)}`,
      actual: show(values),
      exchange,
    };
    const isNarrowed = values.length < whole.values.length;
    results.push(stray === undefined ? { isNarrowed } : { isNarrowed, stray: violation });
  }
  return results;
}

const services: FilteredRead = {
  operation: 'getCostFilterOptions',
  area: 'filter-options',
  what: 'the options of services',
  filters: costFilters.filter((name) => name !== 'service'),
  modes: costModes.filter((name) => name !== 'service'),
  amountIn: ({ services }) => (Array.isArray(services) ? list(services).length : undefined),
};

export const filterOptionChecks: readonly Check[] = [
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
  {
    kind: 'active',
    id: 'filter-options.selections-constrain-each-other',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'The options of a dimension, with a selection in another one, leave out what has no cost together with the selection.',
    source: 'Other reads: filter-options, dimensions constrain each other',
    operations: ['getCostFilterOptions'],
    anyKey: true,
    requests: 8,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      await probe.correct('getCostBreakdown');
      const results: Examined[] = [];
      let reason: NotApplicable | undefined;
      for (const pair of pairs) {
        try {
          results.push(...(await examined(probe, providerIn(plan), pair)));
        } catch (error) {
          if (!(error instanceof NotApplicable)) throw error;
          reason = error;
        }
      }
      if (results.length === 0) {
        throw reason ?? new NotApplicable('every option occurs together with every other one');
      }
      const strays = results.flatMap(({ stray }) => stray ?? []);
      const [first, ...rest] = strays;
      if (first === undefined) return;
      // Options of a longer range may be narrowed less. Options that no selection narrows are not constrained.
      const isIgnored = results.every(({ isNarrowed }) => !isNarrowed);
      const basis = isIgnored ? undefined : ('proposed' as const);
      throw new Finding([{ ...first, basis }, ...rest.map((stray) => ({ ...stray, basis }))]);
    },
  },
  {
    kind: 'active',
    id: 'filter-options.are-the-groups-of-the-breakdown',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The options of `service`, `account_id` and `region` contain every group of a breakdown by that dimension.',
    source: 'Other reads: filter-options, distinct values per filter dimension; breakdown, group_by',
    operations: ['getCostFilterOptions'],
    requests: 0,
    async run(probe) {
      const { plan } = await probe.correct();
      const { plan: table } = await probe.correct('getCostBreakdown');
      await eachCase(
        [
          ['service', 'services'],
          ['account_id', 'accounts'],
          ['region', 'regions'],
        ],
        async ([dimension = '', name = '']) => {
          const groups = valuesOf(await successOf(probe, withQuery(table, 'group_by', dimension)), dimension);
          const exchange = await successOf(probe, withQuery(plan, 'dimension', dimension));
          const options = list(dataOf(exchange)[name]);
          if (groups === undefined || options.length === 0 || !isSameProvider(plan.path, table.path)) {
            throw new NotApplicable('the breakdown or the options of the dimension are not comparable');
          }
          const missing = groups.find((group) => !options.includes(group));
          if (missing === undefined) return;
          fail({
            message: `The options of \`${dimension}\` miss a group of the breakdown.`,
            expected: show(missing),
            actual: show(options),
            exchange,
          });
        },
      );
    },
  },
  selectsNothing(services),
  changesNothing(services),
];

const isSameProvider = (one: string, other: string) => one.split('/')[4] === other.split('/')[4];
