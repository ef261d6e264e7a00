import { literal } from '../../../../src/focus/sql.js';
import type { Days } from '../days.js';

/** An aggregate over the rows of a bill: one row for each group, or one if there are no groups. */
export interface Query {
  /** SQL expressions of the figures by name. */
  readonly figures: Readonly<Record<string, string>>;
  /** What is selected from; defaults to the rows of the bill. */
  readonly from?: string;
  /** How the rows of the bill are counted; defaults to those that are selected from. */
  readonly rows?: string;
  /** SQL conditions that select the rows. */
  readonly where: readonly string[];
  /** SQL expressions to group by. */
  readonly groupBy?: Readonly<Record<string, string>>;
}

/** The values of a group; null is a missing value. */
export type Group = Readonly<Record<string, string | null>>;

/** Returns the SQL condition that an expression has a value, or no value if it is null. */
export function isValue(expression: string, value: string | null | undefined): string {
  return value === null || value === undefined
    ? `${expression} IS NULL`
    : `${expression} = ${literal(value)}`;
}

/** Returns the SQL condition that an expression has one of the values. */
export function isOneOf(expression: string, values: readonly string[]): string {
  return values.length === 1
    ? isValue(expression, values[0])
    : `${expression} IN (${values.map(literal).join(', ')})`;
}

/** Returns the SQL conditions that rows are charged in some days; none for all days. */
export function chargedIn(days: Days | null): string[] {
  if (days === null) return [];
  return [
    `ChargePeriodStart >= DATE ${literal(days.first)}`,
    `ChargePeriodStart < DATE ${literal(days.last)} + INTERVAL 1 DAY`,
  ];
}

/** Returns the statement of a query over the view `charges`. */
export function sqlOf({ figures, from = 'charges', rows = 'count(*)', where, groupBy = {} }: Query): string {
  const columns = Object.entries({ ...groupBy, ...figures, row_count: rows });
  return [
    `SELECT ${columns.map(([name, sql]) => (name === sql ? sql : `${sql} AS ${name}`)).join(', ')}`,
    `FROM ${from}`,
    ...whereOf(where),
    ...(Object.keys(groupBy).length > 0 ? ['GROUP BY ALL'] : []),
  ].join('\n');
}

/** Returns the statement of the figures alone, in few lines. */
export function shortSqlOf({ figures, from = 'charges', where }: Query): string {
  const entries = Object.entries(figures);
  const columns = entries.map(([name, sql]) => (entries.length === 1 ? sql : `${sql} AS ${name}`));
  const conditions = where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : [];
  return [`SELECT ${columns.join(', ')}`, `FROM ${from}`, ...conditions].join('\n');
}

/** Returns the statement for the distinct values of an expression, which can have several for a row or none. */
export function distinctOf(expression: string, where: readonly string[]): string {
  const values = [`SELECT ${expression} AS value`, 'FROM charges', ...whereOf(where)].join('\n');
  return `SELECT DISTINCT value FROM (${values}) WHERE value IS NOT NULL`;
}

function whereOf(conditions: readonly string[]): string[] {
  return conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : [];
}

/** Returns the query for fewer rows. */
export const narrow = (query: Query, ...conditions: readonly string[]): Query => ({
  ...{ ...query, where: [...query.where, ...conditions] },
});

/** Returns the query for one group of a grouped query. */
export function ofGroup({ groupBy = {}, ...query }: Query, group: Group): Query {
  return narrow(query, ...Object.entries(groupBy).map(([name, sql]) => isValue(sql, group[name])));
}
