import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney, sum } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { allRequested, dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { providerIn, tableOf } from './breakdown-table.js';

const breakdown = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown; Proposed by this contract';

/** The columns of a breakdown row that group it. */
const groups = ['service', 'account_id', 'region', 'tag_key', 'virtual_tag_key'] as const;

/** The column that needs a group. */
const valueColumn: Readonly<Record<string, string>> = {
  account_id: 'account_name',
  tag_key: 'tag_value',
  virtual_tag_key: 'virtual_tag_value',
};

const listOf = { service: 'services', account_id: 'accounts', region: 'regions' } as const;

/** Whether any cost may have a value of a dimension; the costs of some vendors have no account or region. */
async function hasValues(probe: Probe, dimension: keyof typeof listOf): Promise<boolean> {
  try {
    const options = await optionsOf(probe, dimension);
    return !Array.isArray(options) || options.length > 0;
  } catch (error) {
    // Servers that are partly built have no filter options.
    if (error instanceof Blocked || error instanceof NotApplicable) return true;
    throw error;
  }
}

async function optionsOf(probe: Probe, dimension: keyof typeof listOf): Promise<unknown> {
  const { plan } = await probe.correct('getCostFilterOptions');
  return dataOf(await successOf(probe, withQuery(plan, 'dimension', dimension)))[listOf[dimension]];
}

/** Checks of the groups of a breakdown. */
export const groupChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'costs.breakdown-is-grouped-as-requested',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown contains the dimension in `group_by`, and `total_period_cost` is the same for every dimension.',
    source: 'Other reads: breakdown, group_by',
    operations: ['getCostBreakdown'],
    requests: 3,
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const total = baseline.response.json?.data?.total_period_cost;
      await eachCase(['service', 'account_id', 'region'] as const, async (dimension) => {
        const exchange = await successOf(probe, withQuery(plan, 'group_by', dimension));
        const { items, total_period_cost } = exchange.response.json?.data ?? {};
        const rows = rowsOf(items).filter((row) => dimension in row);
        if (rows.length === 0) {
          throw new NotApplicable('the rows of the breakdown do not contain the requested dimension');
        }
        if (rows.every((row) => row[dimension] === null) && (await hasValues(probe, dimension))) {
          fail({
            message: `\`${dimension}\` is null in every row of a breakdown with \`group_by=${dimension}\`.`,
            expected: `rows with ${dimension}`,
            actual: show(rows[0]),
            exchange,
          });
        }
        if (typeof total !== 'number' || nearMoney(total_period_cost, total)) return;
        fail({
          message: `\`total_period_cost\` changes with \`group_by=${dimension}\`.`,
          expected: `total_period_cost ${total}`,
          actual: show(total_period_cost),
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'costs.breakdown-is-grouped-by-each-dimension',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown with `group_by` twice has rows for each combination of both dimensions.',
    source: 'Other reads: breakdown, multi-group',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan } = await probe.correct();
      const dimensions = ['service', 'region'] as const;
      const query = dimensions.map((dimension) => ['group_by', dimension] as const);
      const exchange = await probe.send({
        ...plan,
        query: [...withoutQuery(plan, 'group_by').query, ...query],
      });
      // The description does not state how several groups are sent.
      if (!isSuccess(exchange)) throw new NotApplicable('the target does not accept `group_by` twice');
      const rows = rowsOf(exchange.response.json?.data?.items).filter((row) =>
        dimensions.every((dimension) => dimension in row),
      );
      if (rows.length === 0) {
        throw new NotApplicable('the rows of the breakdown do not contain the requested dimensions');
      }
      const missing = dimensions.find((dimension) => rows.every((row) => row[dimension] === null));
      if (missing === undefined) return;
      if (!(await hasValues(probe, missing))) throw new NotApplicable(`no cost has a ${missing}`);
      fail({
        message: `\`${missing}\` is null in every row of a breakdown with \`group_by=service&group_by=region\`.`,
        expected: 'rows with service and region',
        actual: show(rows[0]),
        exchange,
      });
    },
  },
  forEachRow(breakdown, {
    id: 'costs.other-groups-are-null',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A group that `group_by` does not request is null in every row of a breakdown, and so is a name or value without its group.',
    source,
    each: (data, exchange) => [{ requested: allRequested(exchange, 'group_by'), rows: rowsOf(data.items) }],
    judge: ({ requested: own, rows }) => {
      const isSet = (row: any, name: string) => (row[name] ?? null) !== null;
      const isStray = (row: any, name: string) =>
        (own.length > 0 && !own.some((group) => name.startsWith(group)) && isSet(row, name)) ||
        (isSet(row, valueColumn[name] ?? '') && !isSet(row, name));
      const column = groups.find((name) => rows.some((row) => isStray(row, name)));
      return (
        column === undefined || {
          message: `\`${column}\` of a breakdown does not fit \`group_by\`, or its value has no key.`,
          expected: 'null unless the rows are grouped by it',
          actual: show(rows.find((row) => isStray(row, column))),
        }
      );
    },
  }),
  sameFigure('getCostBreakdown', {
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
  {
    kind: 'active',
    id: 'costs.breakdown-by-tag-holds-every-cost',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown by `tag` contains the costs without the tag: its total is that of the breakdown.',
    source: 'Other reads: breakdown, group_by; Proposed by this contract',
    operations: ['getCostBreakdown'],
    requests: 2,
    async run(probe) {
      const { plan, exchange } = await probe.correct();
      const { provider_id, total_period_cost: total } = dataOf(exchange);
      if (typeof total !== 'number' || typeof provider_id !== 'string') {
        throw new NotApplicable('the breakdown has no total');
      }
      await probe.correct('getCostFilterOptions');
      const menu = requestTo('getCostFilterOptions', {
        path: { provider_id },
        query: { dimension: 'tag_key' },
      });
      const key = dataOf(await successOf(probe, menu)).tag_keys?.[0];
      if (typeof key !== 'string') throw new NotApplicable('no costs carry a tag');
      const byTag = await probe.send(withQuery(withQuery(plan, 'group_by', 'tag'), 'tag_key', key));
      const other = byTag.response.json?.data?.total_period_cost;
      if (typeof other !== 'number') throw new NotApplicable('the target groups by tag in another way');
      if (nearMoney(other, total)) return;
      fail({
        message: '`total_period_cost` changes with `group_by=tag`.',
        expected: `total_period_cost ${total}`,
        actual: String(other),
        exchange: byTag,
      });
    },
  },
  sameFigure('getCostBreakdown', {
    id: 'costs.virtual-tags-split-the-total',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown by a virtual tag key equals that of the breakdown by service.',
    source: 'Other reads: breakdown, group_by: tag; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown by service',
    pairs: async (probe) => {
      const { plan, exchange: baseline } = await probe.correct();
      const key = probe.found.fixtures.tag_key;
      if (key === undefined) return [];
      const grouped = withQuery(plan, 'group_by', 'virtual_tag');
      const exchange = await probe.send(withQuery(grouped, 'virtual_tag_key', key.id));
      // The service does not state the parameters of a virtual tag key.
      if (!isSuccess(exchange)) return [];
      return [
        {
          name: '`total_period_cost` by a virtual tag key',
          here: dataOf(exchange).total_period_cost,
          there: dataOf(baseline).total_period_cost,
          exchange,
        },
      ];
    },
  }),
];
