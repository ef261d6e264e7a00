import {
  type Dimension,
  dimensions,
  eachTagKey,
  eachTagValue,
  type Filter,
  openTagKeys,
  tagValue,
} from '../../figures/cost-query.js';
import type { Days } from '../../figures/days.js';
import type { KnownBill } from '../../figures/known-bill.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import { chargedIn, distinctOf } from '../../figures/query.js';

/** Tag keys with a value on each row that has them, those on most rows first. */
export async function tagKeysOf(bill: KnownBill, { where }: ProviderBill): Promise<readonly string[]> {
  const keys = `SELECT ${eachTagKey} AS tag_key FROM charges WHERE ${where}`;
  return bill.column(
    `SELECT tag_key FROM (${keys}) WHERE tag_key NOT IN (${openTagKeys}) GROUP BY tag_key ORDER BY count(*) DESC, tag_key`,
  );
}

/** Values of a dimension in a range, the one with the most cost first. */
export async function topValues(
  bill: KnownBill,
  expression: string,
  { provider, days }: { readonly provider: ProviderBill; readonly days: Days },
): Promise<string[]> {
  const rows = await bill.expected({
    figures: { cost: 'sum(BilledCost)' },
    where: [provider.where, ...chargedIn(days)],
    groupBy: { value: expression },
  });
  return (
    [...rows]
      .sort((a, b) => (b.figures.cost ?? 0) - (a.figures.cost ?? 0))
      // A request cannot contain an empty value.
      .flatMap(({ group }) => group.value || [])
  );
}

/**
 * Selects filters that rows without a value pass or fail in different ways, and combinations of two.
 *
 * @param keys of tags
 */
export async function selectFilters(
  bill: KnownBill,
  range: { readonly provider: ProviderBill; readonly days: Days },
  keys: readonly string[],
): Promise<(readonly Filter[])[]> {
  const filters: (readonly Filter[])[] = [];
  const firstOf: Partial<Record<Dimension, string>> = {};
  for (const name of Object.keys(dimensions) as Dimension[]) {
    const values = await topValues(bill, dimensions[name], range);
    const [first, second] = values;
    if (first === undefined) continue;
    firstOf[name] = first;
    filters.push([{ name, values: [first] }], [{ name, values: [first], mode: 'exclude' }]);
    if (second === undefined) continue;
    if (name !== 'usage_type') filters.push([{ name, values: [first, second] }]);
    if (name === 'service') filters.push([{ name, values: [first, second], mode: 'exclude' }]);
  }
  const { service, account_id: account, region } = firstOf;
  if (account !== undefined && region !== undefined) {
    filters.push([
      { name: 'account_id', values: [account] },
      { name: 'region', values: [region] },
    ]);
  }
  if (service !== undefined && region !== undefined) {
    filters.push([
      { name: 'service', values: [service], mode: 'exclude' },
      { name: 'region', values: [region] },
    ]);
  }
  const [key] = keys;
  if (key === undefined) return filters;
  filters.push([{ name: 'tag_key', values: [key] }], [{ name: 'tag_key', values: [key], mode: 'exclude' }]);
  const [value] = await topValues(bill, tagValue(key), range);
  if (value === undefined) return filters;
  filters.push(
    [{ name: 'tag_value', values: [value] }],
    [{ name: 'tag_value', values: [value], mode: 'exclude' }],
    [
      { name: 'tag_key', values: [key] },
      { name: 'tag_value', values: [value], keys: [key] },
    ],
  );
  return filters;
}

/** The longest value that the contract lets a filter have. */
const longest = 256;

/** Whether a text has characters that must be escaped in an address or in a path of JSON. */
export function isSpecial(text: string): boolean {
  return /[^\w.:/=+@-]/.test(text) && !/\p{Cc}/u.test(text) && text === text.trim() && text.length <= longest;
}

/** Selects a tag key and a tag value that servers often escape wrongly. */
export async function specialFilters(
  bill: KnownBill,
  { provider, days }: { readonly provider: ProviderBill; readonly days: Days },
  keys: readonly string[],
): Promise<(readonly Filter[])[]> {
  const values = await bill.column(distinctOf(eachTagValue, [provider.where, ...chargedIn(days)]));
  const key = keys.find(isSpecial);
  const value = values.find(isSpecial);
  return [
    ...(key === undefined ? [] : [[{ name: 'tag_key', values: [key] } as const]]),
    ...(value === undefined ? [] : [[{ name: 'tag_value', values: [value] } as const]]),
  ];
}
