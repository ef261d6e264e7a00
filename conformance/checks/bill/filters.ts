import { type Dimension, dimensions, type Filter, tagValue } from '../../bill/cost-query.js';
import type { Days } from '../../bill/days.js';
import type { KnownBill } from '../../bill/known-bill.js';
import type { ProviderBill } from '../../bill/provider-bills.js';
import { chargedFrom } from '../../bill/query.js';

/** Values of a dimension in a range, the one with the most cost first. */
async function valuesOf(
  bill: KnownBill,
  expression: string,
  { provider, days }: { readonly provider: ProviderBill; readonly days: Days },
): Promise<string[]> {
  const rows = await bill.expected({
    figures: { cost: 'sum(BilledCost)' },
    where: [provider.where, ...chargedFrom(days.first, days.last)],
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
    const values = await valuesOf(bill, dimensions[name], range);
    const [first, second] = values;
    if (first === undefined) continue;
    firstOf[name] = first;
    filters.push([{ name, values: [first] }], [{ name, values: [first], mode: 'exclude' }]);
    if (second !== undefined && name !== 'usage_type') filters.push([{ name, values: [first, second] }]);
  }
  const { service, region } = firstOf;
  if (service !== undefined && region !== undefined) {
    filters.push([
      { name: 'service', values: [service], mode: 'exclude' },
      { name: 'region', values: [region] },
    ]);
  }
  const [key] = keys;
  if (key === undefined) return filters;
  filters.push([{ name: 'tag_key', values: [key] }], [{ name: 'tag_key', values: [key], mode: 'exclude' }]);
  const [value] = await valuesOf(bill, tagValue(key), range);
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
