import { groupBy } from '../../../../../src/group-by.js';
import type { Basis, Deviation } from '../../../../engine/claim.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { plain } from '../../../figures/comparison.js';
import { type Names, namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { byDate, costQuery, dimensions, tagValue } from '../../../figures/queries/cost-query.js';
import type { Group } from '../../../figures/queries/query.js';
import { spreadRows } from '../../../figures/spread-rows.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { added } from '../added.js';
import type { BillCase } from '../bill-check.js';
import { compareSeries } from './compare-series.js';
import { breakdownOf, type CostRead, type GroupName } from './reads.js';

const fieldOf: Readonly<Record<GroupName, string>> = {
  service: 'service',
  account_id: 'account_id',
  region: 'region',
  tag: 'tag_value',
};

/**
 * Billed and amortized cost are columns of a bill. A server can know blended rates and costs after negotiated discounts
 * that a bill does not have.
 */
function deviationOf({ view = 'unblended' }: CostRead): Deviation | undefined {
  return ['unblended', 'amortized'].includes(view) ? undefined : 'preference';
}

/** Compares the total of a breakdown. */
export async function compareTotal(
  { probe, bill, comparison }: BillCase,
  read: CostRead,
  basis?: Basis,
): Promise<void> {
  const from = await bill.total(costQuery({ ...read, groupBy: [] }));
  const { exchange, data } = await breakdownOf(probe, read);
  comparison.figure({
    name: '`total_period_cost`',
    actual: data.total_period_cost,
    isRequired: data.total_period_cost === null,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
    possibleTerms: Number(data.pagination?.total_items ?? 1),
    ...(basis === undefined ? {} : { basis }),
    deviation: deviationOf(read),
  });
}

/** Compares the cost of each row of a breakdown, and reports groups that only one of the two has. */
export async function compareRows(billCase: BillCase, read: CostRead): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const expected = await bill.expected(costQuery(read));
  const { exchange, data, isWhole } = await breakdownOf(probe, read);
  const rows = rowsOf(data.items);
  const keys = await keysOf(billCase, read, rows);
  const actual = costsByKey(rows, keys);
  for (const from of expected) {
    const key = keys.ofGroup(from.group);
    const shown = actual.get(key);
    actual.delete(key);
    const name = nameOf(read, from.group);
    if (shown) {
      comparison.figure({
        name: `\`items[].cost\` of ${name}`,
        actual: shown.cost,
        expected: from.figures.cost ?? 0,
        from,
        exchange,
        terms: shown.terms,
        isRequired: shown.cost === null,
        deviation: deviationOf(read),
      });
    } else if (isWhole && Math.abs(from.figures.cost ?? 0) >= 0.01) {
      missingRow(comparison, name, from, exchange);
    }
  }
  for (const { row, cost } of actual.values()) {
    if (typeof cost === 'number' && Math.abs(cost) >= 0.01) extraRow(billCase, read, { row, cost, exchange });
  }
}

/** Returns the groups of a row by name, for a message. */
function nameOf({ groupBy: groups = [] }: CostRead, values: Readonly<Record<string, unknown>>): string {
  return groups.map((name) => `${name} ${shownValue(values[name])}`).join(' and ');
}

function extraRow(
  { bill, comparison }: BillCase,
  read: CostRead,
  { row, cost, exchange }: Pick<RowCost, 'row'> & { cost: number; exchange: CompleteExchange },
): void {
  const group = Object.fromEntries((read.groupBy ?? []).map((name) => [name, row[fieldOf[name]] ?? null]));
  comparison.violation(
    {
      message: `The breakdown has a row for ${nameOf(read, group)}.`,
      actual: `cost ${cost}`,
      exchange,
      basis: 'proposed',
    },
    bill.none(costQuery(read), group),
    'no such row',
  );
}

/** The keys of groups, by the values that the bill has. */
interface GroupKeys {
  ofRow(row: any): string;
  ofGroup(group: Group): string;
}

/** Returns what computes equal keys for rows of a breakdown and groups of the bill. */
export async function keysOf(
  { bill }: BillCase,
  { provider, groupBy: groups = [], tagKey = '' }: CostRead,
  rows: readonly any[],
): Promise<GroupKeys> {
  const names = new Map<GroupName, Names>();
  for (const name of groups) {
    const expression = name === 'tag' ? tagValue(tagKey) : dimensions[name];
    const shown = rows.map((row) => row[fieldOf[name]]);
    names.set(name, await namesOf(bill, expression, provider, shown));
  }
  const known = (name: GroupName, shown: unknown) => {
    const value = names.get(name)?.of(shown);
    return value === undefined ? String(shown) : value;
  };
  return {
    ofRow: (row) => JSON.stringify(groups.map((name) => known(name, row[fieldOf[name]]))),
    ofGroup: (group) => JSON.stringify(groups.map((name) => group[name] ?? null)),
  };
}

/** The cost of the rows of a group, or the first that is not a number, their number, and the first of them. */
interface RowCost {
  readonly row: any;
  readonly cost: unknown;
  readonly terms: number;
}

function costsByKey(rows: readonly any[], keys: GroupKeys): Map<string, RowCost> {
  const costs = new Map<string, RowCost>();
  for (const row of rows) {
    const key = keys.ofRow(row);
    const before = costs.get(key) ?? { row, cost: 0, terms: 0 };
    costs.set(key, { row: before.row, cost: added([before.cost, row.cost]), terms: before.terms + 1 });
  }
  return costs;
}

function missingRow(
  comparison: BillCase['comparison'],
  name: string,
  from: ExpectedRow,
  exchange: CompleteExchange,
): void {
  comparison.violation(
    { message: `The breakdown has no row for ${name}.`, actual: 'no such row', exchange, basis: 'proposed' },
    from,
    `cost ${plain(from.figures.cost ?? 0)}`,
  );
}

/** Compares the course of the total and of each row by day or month. */
export async function compareDates(billCase: BillCase, read: CostRead): Promise<void> {
  const { probe, bill } = billCase;
  const granularity = read.granularity ?? 'daily';
  const { exchange, data } = await breakdownOf(probe, read);
  const ofTotal = byDate(costQuery({ ...read, groupBy: [] }), granularity);
  const total = { name: '`totals_by_date[].value`', points: data.totals_by_date, query: ofTotal, group: {} };
  const ofAll = await spreadRows(bill, { ...read, groupBy: [] }, granularity);
  compareSeries(billCase, { ...total, expected: await bill.expected(ofTotal), exchange, spread: ofAll });
  const rows = rowsOf(data.items);
  const keys = await keysOf(billCase, read, rows);
  const query = byDate(costQuery(read), granularity);
  const spread = await spreadRows(bill, read, granularity);
  const byKey = groupBy(await bill.expected(query), ({ group }) => keys.ofGroup(group));
  for (const row of rows) {
    const expected = byKey.get(keys.ofRow(row));
    if (!expected) continue;
    const { date: _, ...group } = expected[0].group;
    const name = '`items[].spendings_by_date[].value`';
    compareSeries(billCase, {
      name,
      points: row.spendings_by_date,
      query,
      group,
      expected,
      exchange,
      spread,
    });
  }
}
