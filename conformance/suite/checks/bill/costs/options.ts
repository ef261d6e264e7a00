import { literals } from '../../../../../src/focus/sql.js';
import type { Check } from '../../../../engine/check.js';
import type { Basis } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import { show } from '../../../../engine/show.js';
import { stated } from '../../../claims.js';
import type { KnownBill } from '../../../figures/known-bill.js';
import { mainMonthOf } from '../../../figures/provider-bills.js';
import {
  conditionOf,
  dimensions,
  eachTagKey,
  eachTagKeyOf,
  eachTagValue,
  environmentKeys,
  type Filter,
  isEnvironmentKey,
  openTagKeys,
  tagKeys,
  tagValue,
  tagValues,
} from '../../../figures/queries/cost-query.js';
import { distinctOf } from '../../../figures/queries/query.js';
import { isSelectable } from '../../shared/filter-values.js';
import { optionLists } from '../../subjects/costs/breakdown-table.js';
import { type BillCase, ofBill, type ProviderRead } from '../bill-check.js';
import { inRange, is, ofTag, type Range, sharedTag, tagKeysOf, topValues } from './filters.js';

/** Options in a range, with the filters of the request. */
interface Selection extends Range {
  readonly filters: readonly Filter[];
}

/** The SQL expression of the values of each filter. */
const valuesOf = { ...dimensions, tag_key: eachTagKey, tag_value: eachTagValue } as const;

const statedLists = new Set(['services', 'accounts', 'regions', 'tag_keys', 'tag_values']);

export const optionChecks: readonly Check[] = [
  ofBill('getCostFilterOptions', {
    id: 'bill.filter-options-are-the-values-of-rows',
    ...stated,
    source: 'Other reads: filter options',
    requirement: 'Filter options are the distinct values of the rows charged in the range.',
    requests: 4,
    of: (billCase) =>
      billCase.ofMain((provider) => [
        { provider, days: provider.days, filters: [] },
        { provider, days: provider.around, filters: [] },
      ]),
    compare: compareOptions,
  }),
  ofBill('getCostFilterOptions', {
    id: 'bill.filter-options-constrain-each-other',
    ...stated,
    source: 'Other reads: filter options',
    requirement:
      'With a filter, the options of other dimensions are the values of the rows that pass it; its own options stay.',
    requests: 14,
    of: (billCase) =>
      billCase.ofMain(async (provider) => {
        const range = { provider, days: mainMonthOf(provider) };
        return (await constraintsIn(billCase, range)).map((filters) => ({ ...range, filters }));
      }),
    compare: compareOptions,
  }),
];

/** One filter of each dimension, and two filters at once. */
async function constraintsIn({ bill }: BillCase, range: Range): Promise<(readonly Filter[])[]> {
  const constraints: (readonly Filter[])[] = [];
  for (const name of ['service', 'account_id', 'region'] as const) {
    // The last service, account or region by name: the first ones are usually requested by developers.
    const value = (await bill.values(dimensions[name], inRange(range))).findLast(isSelectable);
    if (value !== undefined) constraints.push([is(name, value)]);
  }
  const [key] = await tagKeysOf(bill, range.provider);
  if (key !== undefined) {
    const tag = await sharedTag(bill, range);
    const [value = tag?.value] = await topValues(bill, tagValue(key), range);
    constraints.push([is('tag_key', key)]);
    if (value !== undefined) constraints.push([is('tag_value', value)]);
    if (tag) constraints.push(ofTag(tag));
  }
  return [...constraints, ...(await sharedService(bill, inRange(range)))];
}

/** Returns the filters for a service with costs in several accounts, and for one of them; none without such a service. */
async function sharedService(bill: KnownBill, where: readonly string[]): Promise<(readonly Filter[])[]> {
  const figures = { accounts: 'count(DISTINCT SubAccountId)' };
  const services = await bill.expected({ figures, where, groupBy: { service: dimensions.service } });
  const [shared] = [...services].sort((a, b) => (b.figures.accounts ?? 0) - (a.figures.accounts ?? 0));
  const service = shared?.group.service;
  if (!service || !isSelectable(service)) return [];
  const ofService = is('service', service);
  const accounts = await bill.values(dimensions.account_id, [...where, conditionOf(ofService)]);
  const account = accounts.findLast(isSelectable);
  return account === undefined ? [] : [[ofService, is('account_id', account)]];
}

const isOfTags = (name: string) => name === 'tag_key' || name === 'tag_value';

/** Whether the service states how filters constrain a list; how `tag_key` and `tag_value` do it is proposed. */
function isStated(listName: string, listed: string, filters: readonly Filter[]): boolean {
  const isProposed = isOfTags(listed) && filters.some(({ name }) => isOfTags(name) && name !== listed);
  return statedLists.has(listName) && !isProposed;
}

/** Returns the SQL expression of the keys of the selected tag value, or of the values of the selected tag key. */
function optionsOf(listed: string, filters: readonly Filter[]): string | undefined {
  const selected = (name: Filter['name']) => filters.find((filter) => filter.name === name)?.values[0];
  const [key, value] = [selected('tag_key'), selected('tag_value')];
  if (listed === 'tag_key' && value !== undefined) return eachTagKeyOf(value);
  return listed === 'tag_value' && key !== undefined ? tagValue(key) : undefined;
}

/** Returns the filters that constrain a list; in that of keys, a tag value counts under each of them. */
function othersThan(listed: string, filters: readonly Filter[]): Filter[] {
  const others = filters.filter(({ name }) => name !== listed);
  return listed === 'tag_key' ? others.map(({ keys: _, ...anyKey }) => anyKey) : others;
}

async function compareOptions(billCase: BillCase, { filters, ...range }: Selection): Promise<void> {
  const { provider, days } = range;
  const selected = filters.map(({ name, values: [value] }) => [name, value]);
  const query = { start: days.first, end: days.last, ...Object.fromEntries(selected) };
  const read = await billCase.read('getCostFilterOptions', provider, { query, days });
  if (filters.length === 0) await compareEnvironments(read);
  for (const [name, values] of Object.entries(valuesOf) as [keyof typeof valuesOf, string][]) {
    const list = optionLists[name];
    await compareOptionList(read, {
      ...{ list, values: optionsOf(name, filters) ?? values },
      where: [...inRange(range), ...othersThan(name, filters).map(conditionOf)],
      open: name === 'tag_key' ? await billCase.bill.column(openTagKeys) : [],
      basis: isStated(list, name, filters) ? undefined : 'proposed',
    });
  }
}

const ownValues = `[pair[2] for pair in list_zip(${tagKeys}, ${tagValues}) if list_contains(${literals(environmentKeys)}, lower(pair[1]))]`;

/** Compares environments, of which a server may know others from elsewhere. */
async function compareEnvironments(read: ProviderRead): Promise<void> {
  if ((await read.bill.column(openTagKeys)).some(isEnvironmentKey)) return;
  await compareOptionList(read, {
    list: 'environments',
    // Which one a row with several such tags has is open.
    values: `CASE WHEN len(${ownValues}) = 1 THEN ${ownValues}[1] END`,
    where: [...inRange(read), isCostly],
    ...{ open: [], basis: 'proposed', mayHaveMore: true },
  });
}

/** Rows that cost nothing may be left out. */
const isCostly = '(BilledCost <> 0 OR EffectiveCost <> 0)';

/** A list of options, and the rows that have them. */
interface OptionList {
  readonly list: string;
  /** The SQL expression of the values. */
  readonly values: string;
  readonly where: readonly string[];
  /** Values that may be listed or not. */
  readonly open: readonly string[];
  readonly basis: Basis | undefined;
  readonly mayHaveMore?: true;
}

/** Compares one list of options with the values in the rows that the other filters select. */
async function compareOptionList(
  { bill, comparison, exchange, data }: ProviderRead,
  { list, values, where, open, basis, mayHaveMore }: OptionList,
): Promise<void> {
  if (!Array.isArray(data[list])) return;
  const actual = new Set(data[list]);
  const all = await bill.values(values, where);
  const costly = await bill.values(values, [...where, isCostly]);
  // A filter cannot be empty, so an empty value may be left out.
  const missing = costly.find((one) => one !== '' && !actual.has(one) && !open.includes(one));
  const unknown = [...actual].filter((one) => !all.includes(one) && !open.includes(String(one)));
  // A missing value may have a name.
  const hasMissing = async () =>
    !values.startsWith('unnest') &&
    (await bill.total({ figures: {}, where: [...where, `${values} IS NULL`] })).rows > 0;
  const mayName = all.length < actual.size && unknown.length === 1 && (await hasMissing());
  const { rows } = await bill.total({ figures: {}, where });
  const from = { rows, sql: bill.statementOf(distinctOf(values, where)) };
  const report = (message: string, found: string, expected: string) =>
    comparison.violation({ message, actual: found, expected, from, exchange, basis });
  if (missing !== undefined)
    report(`\`${list}\` lacks ${show(missing)}.`, count(actual.size, 'value'), show(missing));
  const [extra] = mayName || mayHaveMore ? [] : unknown;
  const message = `\`${list}\` contains ${show(extra)}, which no row has.`;
  if (extra !== undefined) report(message, show(extra), count(all.length, 'value'));
  const isEqual = missing === undefined && (mayHaveMore ? all.length > 0 : unknown.length === 0);
  if (isEqual) comparison.passed();
}
