import { literal } from '../../../../../src/focus/sql.js';
import type { Days } from '../../../figures/days.js';
import type { KnownBill } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import {
  conditionOf,
  type Dimension,
  dimensions,
  eachTagKey,
  eachTagKeyOf,
  eachTagValue,
  type Filter,
  isEnvironmentKey,
  openTagKeys,
  tagValue,
} from '../../../figures/queries/cost-query.js';
import { chargedIn } from '../../../figures/queries/query.js';
import { isSelectable, longestValue } from '../../shared/filter-values.js';

/** Days of a provider. */
export interface Range {
  readonly provider: ProviderBill;
  readonly days: Days;
}

/** The conditions of its rows. */
export const inRange = ({ provider, days }: Range) => [provider.where, ...chargedIn(days)];

/** A filter by values, and one that excludes them. */
export const is = (name: Filter['name'], ...values: readonly string[]): Filter => ({ name, values });
const isNot = (name: Filter['name'], ...values: readonly string[]): Filter => ({
  ...{ name, values, mode: 'exclude' },
});

/** Tag keys with a value on each row that has them, those on most rows first. */
export async function tagKeysOf(bill: KnownBill, { where }: ProviderBill): Promise<readonly string[]> {
  const keys = `SELECT ${eachTagKey} AS tag_key FROM charges WHERE ${where}`;
  const found = await bill.column(
    `SELECT tag_key FROM (${keys}) WHERE tag_key NOT IN (${openTagKeys}) GROUP BY tag_key ORDER BY count(*) DESC, tag_key`,
  );
  return found.filter(isSelectable);
}

/** Values of a dimension in a range, the one with the most cost first. */
export async function topValues(bill: KnownBill, expression: string, range: Range): Promise<string[]> {
  const rows = await bill.expected({
    ...{ figures: { cost: 'sum(BilledCost)' }, where: inRange(range), groupBy: { value: expression } },
  });
  return [...rows]
    .sort((a, b) => (b.figures.cost ?? 0) - (a.figures.cost ?? 0))
    .flatMap(({ group }) => group.value ?? [])
    .filter(isSelectable);
}

/**
 * Selects filters that rows without a value pass or fail in different ways, and combinations of two.
 *
 * @param keys of tags
 */
export async function selectFilters(
  bill: KnownBill,
  range: Range,
  [key]: readonly string[],
): Promise<(readonly Filter[])[]> {
  const filters: (readonly Filter[])[] = [];
  const firstOf: Partial<Record<Dimension, string>> = {};
  for (const name of Object.keys(dimensions) as Dimension[]) {
    const [first, second] = await topValues(bill, dimensions[name], range);
    if (first === undefined) continue;
    firstOf[name] = first;
    filters.push([is(name, first)], [isNot(name, first)]);
    if (second === undefined) continue;
    if (name !== 'usage_type') filters.push([is(name, first, second)]);
    if (name === 'service') filters.push([isNot(name, first, second)]);
  }
  const { service, account_id: account, region } = firstOf;
  if (account && region) filters.push([is('account_id', account), is('region', region)]);
  if (service && region) filters.push([isNot('service', service), is('region', region)]);
  if (key === undefined) return filters;
  filters.push([is('tag_key', key)], [isNot('tag_key', key)]);
  const [value] = await topValues(bill, tagValue(key), range);
  if (value !== undefined) filters.push([is('tag_value', value)], [isNot('tag_value', value)]);
  const tag = (await sharedTag(bill, range)) ?? (value === undefined ? undefined : { key, value });
  const environment = await sharedEnvironment(bill, range);
  return [...filters, ...(tag ? [ofTag(tag)] : []), ...(environment ? [[environment]] : [])];
}

/** A tag key and one of its values. */
export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** Returns the filters that select rows with a value under a key. */
export const ofTag = ({ key, value }: Tag): readonly Filter[] => [
  is('tag_key', key),
  { ...is('tag_value', value), keys: [key] },
];

/** Most values that are looked at. */
const mostValues = 5;

/**
 * Returns a tag whose value occurs under another key, too. If there are several, it is that with the highest cost of rows
 * that have its key with another value and its value under another key: these pass each of the two filters alone.
 */
export async function sharedTag(bill: KnownBill, range: Range): Promise<Tag | undefined> {
  const where = inRange(range);
  const pairs = `SELECT ${eachTagKey} AS tag_key, ${eachTagValue} AS tag_value FROM charges WHERE ${where.join(' AND ')}`;
  const values = await bill.column(
    `SELECT tag_value FROM (${pairs}) WHERE length(tag_value) BETWEEN 1 AND ${longestValue} GROUP BY tag_value HAVING count(DISTINCT tag_key) > 1 ORDER BY count(*) DESC, tag_value LIMIT ${mostValues}`,
  );
  const tags: (Tag & { readonly cost: number })[] = [];
  for (const value of values) {
    const anywhere = conditionOf(is('tag_value', value));
    for (const key of (await bill.values(eachTagKeyOf(value), where)).slice(0, mostValues)) {
      const others = [`${tagValue(key)} <> ${literal(value)}`, anywhere];
      const { figures } = await bill.total({
        figures: { cost: 'sum(abs(BilledCost))' },
        where: [...where, ...others],
      });
      if (isSelectable(key)) tags.push({ key, value, cost: figures.cost ?? 0 });
    }
  }
  const [first] = tags.sort((a, b) => b.cost - a.cost);
  return first;
}

/**
 * Selects an environment that occurs under keys of several letter cases if there is one: the value of the tag
 * `environment` or `env`. Rows with several of these keys must not have it beside another value.
 */
async function sharedEnvironment(bill: KnownBill, range: Range): Promise<Filter | undefined> {
  const where = inRange(range);
  const own = (await bill.values(eachTagKey, where)).filter(isEnvironmentKey);
  if (own.length === 0 || (await bill.column(openTagKeys)).some(isEnvironmentKey)) return undefined;
  const columns = own.map(tagValue);
  const isUnequal = columns.flatMap((one) => columns.map((other) => `${one} <> ${other}`)).join(' OR ');
  const values = `SELECT unnest([${columns.join(', ')}]) AS environment, unnest([${own.map(literal).join(', ')}]) AS tag_key, (${isUnequal}) IS TRUE AS is_unequal FROM charges WHERE ${where.join(' AND ')}`;
  const [value] = await bill.column(
    `SELECT environment FROM (${values}) WHERE length(environment) BETWEEN 1 AND ${longestValue} GROUP BY environment HAVING NOT bool_or(is_unequal) ORDER BY count(DISTINCT lower(tag_key)) DESC, count(DISTINCT tag_key) DESC, count(*) DESC, environment`,
  );
  return value === undefined ? undefined : { ...is('environment', value), keys: own };
}

/** Whether a text has characters that must be escaped in an address or in a path of JSON. */
export function isSpecial(text: string): boolean {
  return /[^\w.:/=+@-]/.test(text) && !/\p{Cc}/u.test(text) && text === text.trim() && isSelectable(text);
}

/** Selects a tag key and a tag value that servers often escape wrongly. */
export async function specialFilters(
  bill: KnownBill,
  range: Range,
  keys: readonly string[],
): Promise<(readonly Filter[])[]> {
  const key = keys.find(isSpecial);
  const value = (await bill.values(eachTagValue, inRange(range))).find(isSpecial);
  return [
    ...(key === undefined ? [] : [[is('tag_key', key)]]),
    ...(value === undefined ? [] : [[is('tag_value', value)]]),
  ];
}
