import type { Check } from '../../../../engine/check.js';
import { type CompleteExchange, isSuccess } from '../../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../../engine/http/requests.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { show } from '../../../../engine/show.js';
import { contradiction, proposal } from '../../../claims.js';
import { nearMoney } from '../../../expect/near.js';
import { allRequested, dataOf, rowsOf } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';
import { successOf } from '../../shared/success-of.js';
import { type Dimension, menuFor, optionLists, providerIn } from './breakdown-table.js';

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

/** Whether any cost may have a value of a dimension; the costs of some vendors have no account or region. */
async function hasValues(probe: Probe, dimension: Dimension): Promise<boolean> {
  try {
    const { plan } = await probe.correct('getCostFilterOptions');
    const { exchange } = await menuFor(probe, providerIn(plan), dimension);
    const options = dataOf(exchange)[optionLists[dimension]];
    return !Array.isArray(options) || options.length > 0;
  } catch (error) {
    // Servers that are partly built have no filter options.
    if (error instanceof Blocked || error instanceof NotApplicable) return true;
    throw error;
  }
}

/**
 * Returns whether the rows of a breakdown have a value of each dimension that it is grouped by; not, if no cost has one.
 *
 * @throws {Finding} if a dimension is null in every row, although costs have a value of it
 * @throws {NotApplicable} if the rows do not contain the dimensions
 */
async function haveValues(
  probe: Probe,
  exchange: CompleteExchange,
  dimensions: readonly Dimension[],
): Promise<boolean> {
  const rows = rowsOf(dataOf(exchange).items).filter((row) => dimensions.every((name) => name in row));
  if (rows.length === 0) {
    throw new NotApplicable('the rows of the breakdown do not contain what they are grouped by');
  }
  const missing = dimensions.find((name) => rows.every((row) => row[name] === null));
  if (missing === undefined) return true;
  if (!(await hasValues(probe, missing))) return false;
  const query = dimensions.map((name) => `group_by=${name}`).join('&');
  fail({
    message: `\`${missing}\` is null in every row of a breakdown with \`${query}\`.`,
    expected: `rows with ${dimensions.join(' and ')}`,
    actual: show(rows[0]),
    exchange,
  });
}

/** Checks of the groups of a breakdown. */
export const groupChecks: readonly Check[] = [
  {
    id: 'costs.breakdown-is-grouped-as-requested',
    ...contradiction,
    requirement:
      'A breakdown contains the dimension in `group_by`, and `total_period_cost` is the same for every dimension.',
    source: 'Other reads: breakdown, group_by',
    operations: [breakdown],
    requests: 3,
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const { total_period_cost: total, pagination } = dataOf(baseline);
      await eachCase(['service', 'account_id', 'region'] as const, async (dimension) => {
        const exchange = await successOf(probe, withQuery(plan, 'group_by', dimension));
        await haveValues(probe, exchange, [dimension]);
        const { total_period_cost, pagination: own } = dataOf(exchange);
        // A total may be the sum of rounded rows.
        const terms = (pagination?.total_items ?? 0) + (own?.total_items ?? 0) + 2;
        if (typeof total !== 'number' || nearMoney(total_period_cost, total, terms)) return;
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
    id: 'costs.breakdown-is-grouped-by-each-dimension',
    ...contradiction,
    requirement: 'A breakdown with `group_by` twice has rows for each combination of both dimensions.',
    source: 'Other reads: breakdown, multi-group',
    operations: [breakdown],
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
      if (!(await haveValues(probe, exchange, dimensions))) {
        throw new NotApplicable('the costs do not have both dimensions');
      }
    },
  },
  forEachRow(breakdown, {
    id: 'costs.other-groups-are-null',
    ...proposal,
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
];
