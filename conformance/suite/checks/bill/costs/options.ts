import { literals } from '../../../../../src/focus/sql.js';
import type { Check } from '../../../../engine/check.js';
import type { Basis } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import { show } from '../../../../engine/show.js';
import type { Days } from '../../../figures/days.js';
import { mainMonthOf, type ProviderBill } from '../../../figures/provider-bills.js';
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
import { chargedIn, distinctOf } from '../../../figures/queries/query.js';
import { requestTo } from '../../../request-to.js';
import { isSelectable } from '../../shared/filter-values.js';
import { type BillCase, mainProviders, must, ofBill, type ProviderRead, readOf } from '../bill-check.js';
import { ofTag, sharedTag, tagKeysOf, topValues } from './filters.js';

/** Options in a range, with the filters of the request. */
interface Selection {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly filters: readonly Filter[];
}

interface Options {
  /** The filter that they are values of. */
  readonly name: string;
  /** The SQL expression of the values. */
  readonly values: string;
}

/** What each list contains. */
const lists: Readonly<Record<string, Options>> = {
  services: { name: 'service', values: dimensions.service },
  accounts: { name: 'account_id', values: dimensions.account_id },
  regions: { name: 'region', values: dimensions.region },
  tag_keys: { name: 'tag_key', values: eachTagKey },
  tag_values: { name: 'tag_value', values: eachTagValue },
  charge_types: { name: 'charge_type', values: dimensions.charge_type },
  usage_types: { name: 'usage_type', values: dimensions.usage_type },
  platforms: { name: 'platform', values: dimensions.platform },
};

const stated = new Set(['services', 'accounts', 'regions', 'tag_keys', 'tag_values']);

export const optionChecks: readonly Check[] = [
  ofBill('getCostFilterOptions', {
    id: 'bill.filter-options-are-the-values-of-rows',
    ...must('stated', 'Other reads: filter options'),
    requirement: 'Filter options are the distinct values of the rows charged in the range.',
    requests: 4,
    of: (billCase) =>
      mainProviders(billCase).flatMap((provider) => [
        { provider, days: provider.days, filters: [] },
        { provider, days: provider.around, filters: [] },
      ]),
    compare: compareOptions,
  }),
  ofBill('getCostFilterOptions', {
    id: 'bill.filter-options-constrain-each-other',
    ...must('stated', 'Other reads: filter options'),
    requirement:
      'With a filter, the options of other dimensions are the values of the rows that pass it; its own options stay.',
    requests: 14,
    async of(billCase) {
      const parts = mainProviders(billCase).map(async (provider) => {
        const days = mainMonthOf(provider);
        const constraints = await constraintsIn(billCase, provider, days);
        return constraints.map((filters) => ({ provider, days, filters }));
      });
      return (await Promise.all(parts)).flat();
    },
    compare: compareOptions,
  }),
];

/** One filter of each dimension, and two filters at once. */
async function constraintsIn(
  { bill }: BillCase,
  provider: ProviderBill,
  days: Days,
): Promise<(readonly Filter[])[]> {
  const where = [provider.where, ...chargedIn(days)];
  const constraints: (readonly Filter[])[] = [];
  for (const name of ['service', 'account_id', 'region'] as const) {
    // The last service, account or region by name: the first ones are usually requested by developers.
    const value = (await bill.values(dimensions[name], where)).findLast(isSelectable);
    if (value !== undefined) constraints.push([{ name, values: [value] }]);
  }
  const [key] = await tagKeysOf(bill, provider);
  if (key !== undefined) {
    const tag = await sharedTag(bill, { provider, days });
    const [value = tag?.value] = await topValues(bill, tagValue(key), { provider, days });
    constraints.push([{ name: 'tag_key', values: [key] }]);
    if (value !== undefined) constraints.push([{ name: 'tag_value', values: [value] }]);
    if (tag) constraints.push(ofTag(tag));
  }
  const pair = await sharedService(bill, where);
  return pair ? [...constraints, pair] : constraints;
}

/** Returns a service with costs in several accounts, and one of them. */
async function sharedService(
  bill: BillCase['bill'],
  where: readonly string[],
): Promise<readonly Filter[] | undefined> {
  const [shared] = [
    ...(await bill.expected({
      figures: { accounts: 'count(DISTINCT SubAccountId)' },
      where,
      groupBy: { service: dimensions.service },
    })),
  ].sort((a, b) => (b.figures.accounts ?? 0) - (a.figures.accounts ?? 0));
  const service = shared?.group.service;
  if (!service || !isSelectable(service)) return undefined;
  const ofService: Filter = { name: 'service', values: [service] };
  const accounts = await bill.values(dimensions.account_id, [...where, conditionOf(ofService)]);
  const account = accounts.findLast(isSelectable);
  return account === undefined ? undefined : [ofService, { name: 'account_id', values: [account] }];
}

const isOfTags = (name: string) => name === 'tag_key' || name === 'tag_value';

/** Whether the service states how filters constrain a list; how `tag_key` and `tag_value` do it is proposed. */
function isStated(listName: string, listed: string, filters: readonly Filter[]): boolean {
  const isProposed = isOfTags(listed) && filters.some(({ name }) => isOfTags(name) && name !== listed);
  return stated.has(listName) && !isProposed;
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

async function compareOptions(billCase: BillCase, { provider, days, filters }: Selection): Promise<void> {
  const selected = filters.map(({ name, values: [value] }) => [name, value]);
  const query = { start: days.first, end: days.last, ...Object.fromEntries(selected) };
  const plan = requestTo('getCostFilterOptions', { path: { provider_id: provider.id }, query });
  const read = await readOf(billCase, plan, provider, days);
  if (filters.length === 0) await compareEnvironments(read);
  for (const [listName, { name, values }] of Object.entries(lists)) {
    const others = othersThan(name, filters);
    const where = [provider.where, ...chargedIn(days), ...others.map(conditionOf)];
    await compareList(read, {
      ...{ listName, where, values: optionsOf(name, filters) ?? values },
      open: name === 'tag_key' ? await billCase.bill.column(openTagKeys) : [],
      basis: isStated(listName, name, filters) ? undefined : 'proposed',
      mayHaveMore: false,
    });
  }
}

const ownValues = `[pair[2] for pair in list_zip(${tagKeys}, ${tagValues}) if list_contains(${literals(environmentKeys)}, lower(pair[1]))]`;

/** Compares environments, of which a server may know others from elsewhere. */
async function compareEnvironments(read: ProviderRead): Promise<void> {
  if ((await read.bill.column(openTagKeys)).some(isEnvironmentKey)) return;
  await compareList(read, {
    listName: 'environments',
    // Which one a row with several such tags has is open.
    values: `CASE WHEN len(${ownValues}) = 1 THEN ${ownValues}[1] END`,
    where: [read.provider.where, ...chargedIn(read.days), isCostly],
    ...{ open: [], basis: 'proposed', mayHaveMore: true },
  });
}

/** Rows that cost nothing may be left out. */
const isCostly = '(BilledCost <> 0 OR EffectiveCost <> 0)';

/** A list of options, and the rows that have them. */
interface OptionList {
  readonly listName: string;
  /** The SQL expression of the values. */
  readonly values: string;
  readonly where: readonly string[];
  /** Values that may be listed or not. */
  readonly open: readonly string[];
  readonly basis: Basis | undefined;
  readonly mayHaveMore: boolean;
}

/** Compares one list of options with the values in the rows that the other filters select. */
async function compareList(
  { bill, comparison, exchange, data }: ProviderRead,
  list: OptionList,
): Promise<void> {
  const { listName, values, where, open, basis, mayHaveMore } = list;
  const shown = data[listName];
  if (!Array.isArray(shown)) return;
  const all = await bill.column(distinctOf(values, where));
  const costly = await bill.column(distinctOf(values, [...where, isCostly]));
  const { rows } = await bill.total({ figures: {}, where });
  const actual = new Set(shown);
  // A filter cannot be empty, so an empty value may be left out.
  const missing = costly.find((one) => one !== '' && !actual.has(one) && !open.includes(one));
  const extra = [...actual].filter((one) => !all.includes(one) && !open.includes(String(one)));
  const report = (message: string, found: string, expected: string) =>
    comparison.violation(
      { message, actual: found, exchange, basis },
      { rows, sql: bill.statementOf(distinctOf(values, where)) },
      expected,
    );
  if (missing !== undefined)
    report(`\`${listName}\` lacks ${show(missing)}.`, count(actual.size, 'value'), show(missing));
  // A missing value may have a name.
  const mayName = all.length < actual.size && extra.length === 1 && (await hasMissing(bill, values, where));
  const isExtra = extra.length > 0 && !mayName && !mayHaveMore;
  const message = `\`${listName}\` contains ${show(extra[0])}, which no row has.`;
  if (isExtra) report(message, show(extra[0]), count(all.length, 'value'));
  const isEqual = missing === undefined && (mayHaveMore ? all.length > 0 : extra.length === 0);
  if (isEqual) comparison.passed();
}

async function hasMissing(
  bill: BillCase['bill'],
  values: string,
  where: readonly string[],
): Promise<boolean> {
  if (values.startsWith('unnest')) return false;
  return (await bill.total({ figures: {}, where: [...where, `${values} IS NULL`] })).rows > 0;
}
