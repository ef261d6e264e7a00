import type { Check } from '../../../../engine/check.js';
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
  type Filter,
  openTagKeys,
  tagValue,
} from '../../../figures/queries/cost-query.js';
import { chargedIn, distinctOf } from '../../../figures/queries/query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf } from '../../shared/exchange-data.js';
import { isSelectable } from '../../shared/filter-values.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, mainProviders, ofBill } from '../bill-check.js';
import type { Measured } from '../measured-days.js';
import { compareEnvironments } from './compare-environments.js';
import { ofTag, sharedTag, tagKeysOf, topValues } from './filters.js';

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
    level: 'MUST',
    basis: 'stated',
    requirement: 'Filter options are the distinct values of the rows charged in the range.',
    source: 'Other reads: filter options',
    requests: 4,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => compareOptions(billCase, provider, provider.days));
        await billCase.comparison.part(() => compareOptions(billCase, provider, provider.around));
      }
    },
  }),
  ofBill('getCostFilterOptions', {
    id: 'bill.filter-options-constrain-each-other',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'With a filter, the options of other dimensions are the values of the rows that pass it; its own options stay.',
    source: 'Other reads: filter options',
    requests: 14,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const days = mainMonthOf(provider);
        for (const filters of await constraintsIn(billCase, provider, days)) {
          await billCase.comparison.part(() => compareOptions(billCase, provider, days, filters));
        }
      }
    },
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

async function compareOptions(
  { probe, bill, comparison }: BillCase,
  provider: ProviderBill,
  days: Days,
  filters: readonly Filter[] = [],
): Promise<void> {
  const selected = filters.map(({ name, values: [value] }) => [name, value]);
  const query = { start: days.first, end: days.last, ...Object.fromEntries(selected) };
  const exchange = await successOf(
    probe,
    requestTo('getCostFilterOptions', { path: { provider_id: provider.id }, query }),
  );
  if (filters.length === 0) await compareEnvironments({ bill, comparison }, { provider, days, exchange });
  for (const [listName, options] of Object.entries(lists)) {
    const shown = dataOf(exchange)[listName];
    if (!Array.isArray(shown)) continue;
    const compared = { listName, options, shown, filters, provider, days, exchange };
    await compareList({ bill, comparison }, compared);
  }
}

interface ShownList extends Measured {
  readonly listName: string;
  readonly options: Options;
  readonly shown: readonly any[];
  /** The filters of the request. */
  readonly filters: readonly Filter[];
}

/** Compares one list of options with the values in the rows that the other filters select. */
async function compareList(
  { bill, comparison }: Pick<BillCase, 'bill' | 'comparison'>,
  { listName, options, shown, filters, provider, days, exchange }: ShownList,
): Promise<void> {
  const { name } = options;
  const values = optionsOf(name, filters) ?? options.values;
  const others = othersThan(name, filters);
  const where = [provider.where, ...chargedIn(days), ...others.map(conditionOf)];
  const all = await bill.column(distinctOf(values, where));
  // Rows that cost nothing may be left out.
  const costly = await bill.column(distinctOf(values, [...where, '(BilledCost <> 0 OR EffectiveCost <> 0)']));
  const { rows } = await bill.total({ figures: {}, where });
  const actual = new Set(shown);
  const open = name === 'tag_key' ? await bill.column(openTagKeys) : [];
  // A filter cannot be empty, so an empty value may be left out.
  const missing = costly.filter((one) => one !== '' && !actual.has(one) && !open.includes(one));
  const extra = [...actual].filter((one) => !all.includes(one) && !open.includes(String(one)));
  const basis = isStated(listName, name, filters) ? {} : { basis: 'proposed' as const };
  const report = (message: string, found: string, expected: string) =>
    comparison.violation(
      { message, actual: found, exchange, ...basis },
      { rows, sql: bill.statementOf(distinctOf(values, where)) },
      expected,
    );
  if (missing.length > 0)
    report(`\`${listName}\` lacks ${show(missing[0])}.`, count(actual.size, 'value'), show(missing[0]));
  // A missing value may have a name.
  const mayName = all.length < actual.size && extra.length === 1 && (await hasMissing(bill, values, where));
  if (extra.length > 0 && !mayName)
    report(
      `\`${listName}\` contains ${show(extra[0])}, which no row has.`,
      show(extra[0]),
      count(all.length, 'value'),
    );
  if (missing.length === 0 && extra.length === 0) comparison.passed();
}

async function hasMissing(
  bill: BillCase['bill'],
  values: string,
  where: readonly string[],
): Promise<boolean> {
  if (values.startsWith('unnest')) return false;
  return (await bill.total({ figures: {}, where: [...where, `${values} IS NULL`] })).rows > 0;
}
