import { type Dimension, dimensions } from '../../bill/cost-query.js';
import type { Days } from '../../bill/days.js';
import type { ProviderBill } from '../../bill/provider-bills.js';
import { chargedFrom, literal, sqlOf } from '../../bill/query.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { requestTo } from '../../requests.js';
import { dataOf, list } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { monthsOf } from './costs.js';

/** Each list of options, and the SQL expression of its values. */
const lists: Readonly<Record<string, { readonly name: string; readonly values: string }>> = {
  services: { name: 'service', values: dimensions.service },
  accounts: { name: 'account_id', values: dimensions.account_id },
  regions: { name: 'region', values: dimensions.region },
  tag_keys: { name: 'tag_key', values: 'unnest(json_keys(Tags))' },
  tag_values: { name: 'tag_value', values: "unnest(json_extract_string(Tags, '$.*'))" },
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
    cost: 2,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
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
    cost: 4,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
        for (const name of ['service', 'account_id', 'region'] as const) {
          await billCase.comparison.part(() => compareConstrained(billCase, provider, name));
        }
      }
    },
  }),
];

async function compareConstrained(
  billCase: BillCase,
  provider: ProviderBill,
  name: Dimension,
): Promise<void> {
  const [days] = monthsOf(provider, 1) as [Days];
  const values = await billCase.bill.values(dimensions[name], [
    provider.where,
    ...chargedFrom(days.first, days.last),
  ]);
  // The last service, account or region by name: the first ones are usually requested by developers.
  const value = values.at(-1);
  if (value !== undefined) await compareOptions(billCase, provider, days, { name, value });
}

async function compareOptions(
  { probe, bill, comparison }: BillCase,
  provider: ProviderBill,
  days: Days,
  filter?: { readonly name: Dimension; readonly value: string },
): Promise<void> {
  const query = { start: days.first, end: days.last, ...(filter ? { [filter.name]: filter.value } : {}) };
  const exchange = await successOf(
    probe,
    requestTo('getCostFilterOptions', { path: { provider_id: provider.id }, query }),
  );
  const data = dataOf(exchange);
  for (const [listName, { name, values }] of Object.entries(lists)) {
    if (!Array.isArray(data[listName])) continue;
    const where = [provider.where, ...chargedFrom(days.first, days.last)];
    if (filter && filter.name !== name) where.push(`${dimensions[filter.name]} = ${literal(filter.value)}`);
    const all = await bill.column(distinct(values, where));
    // Rows that cost nothing may be left out.
    const costly = await bill.column(distinct(values, [...where, '(BilledCost <> 0 OR EffectiveCost <> 0)']));
    const actual = new Set(list(data[listName]));
    const missing = costly.filter((one) => !actual.has(one));
    const extra = [...actual].filter((one) => !all.includes(one));
    const report = (message: string, found: string, expected: string) =>
      comparison.violation(
        { message, actual: found, exchange, ...(stated.has(listName) ? {} : { basis: 'proposed' as const }) },
        { rows: all.length, sql: bill.statementOf(distinct(values, where)) },
        expected,
      );
    if (missing.length > 0)
      report(`\`${listName}\` lacks ${show(missing[0])}.`, `${actual.size} values`, `${show(missing[0])}`);
    // A missing value may have a name.
    const mayName = all.length < actual.size && extra.length === 1 && (await hasMissing(bill, values, where));
    if (extra.length > 0 && !mayName)
      report(
        `\`${listName}\` contains ${show(extra[0])}, which no row has.`,
        show(extra[0]),
        `${all.length} values`,
      );
    if (missing.length === 0 && extra.length === 0) comparison.passed();
  }
}

function distinct(values: string, where: readonly string[]): string {
  const inner = sqlOf({ figures: {}, where }).replace(
    'SELECT count(*) AS row_count',
    `SELECT ${values} AS option`,
  );
  return `SELECT DISTINCT option FROM (${inner}) WHERE option IS NOT NULL ORDER BY option`;
}

async function hasMissing(
  bill: BillCase['bill'],
  values: string,
  where: readonly string[],
): Promise<boolean> {
  if (values.startsWith('unnest')) return false;
  return (await bill.total({ figures: {}, where: [...where, `${values} IS NULL`] })).rows > 0;
}
