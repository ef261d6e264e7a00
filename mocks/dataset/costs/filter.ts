import type { Charge } from '../ledger/charges.js';
import { tagOf } from '../tags/tag-of.js';

/** The single-valued dimensions of a charge, by the name of their filter. */
export const dimensionOf = {
  service: ({ service }: Charge) => service,
  account_id: ({ account }: Charge) => account,
  region: ({ region }: Charge) => region,
  charge_type: ({ chargeType }: Charge) => chargeType,
  usage_type: ({ usageType }: Charge) => usageType,
  platform: ({ platform }: Charge) => platform,
  environment: ({ environment }: Charge) => environment,
} as const satisfies Record<string, (charge: Charge) => string | null>;

const single = Object.entries(dimensionOf) as [keyof typeof dimensionOf, (charge: Charge) => string | null][];

/** The name of a filter on charges. */
export type FilterName = keyof typeof dimensionOf | 'tag_key' | 'tag_value';

export type ChargeFilter = (charge: Charge) => boolean;

/**
 * Builds one filter from all filters of a query: any value of each filter must match.
 *
 * @param without filters to ignore
 */
export function filterOf(query: Record<string, any>, without: readonly FilterName[] = []): ChargeFilter {
  const tests: ChargeFilter[] = [];
  for (const [name, value] of single) {
    const selected: readonly string[] | undefined = query[name];
    if (selected === undefined || without.includes(name)) continue;
    const excludes = query[`${name}_mode`] === 'exclude';
    tests.push((charge) => selected.includes(value(charge) as string) !== excludes);
  }
  const keys: readonly string[] | undefined = query.tag_key;
  if (keys !== undefined && !without.includes('tag_key')) {
    const excludes = query.tag_key_mode === 'exclude';
    tests.push(({ tags }) => keys.some((key) => tagOf(tags, key) !== undefined) !== excludes);
  }
  const values: readonly string[] | undefined = query.tag_value;
  if (values !== undefined && !without.includes('tag_value')) {
    const excludes = query.tag_value_mode === 'exclude';
    const inKey = keyFilterOf(query);
    tests.push(
      ({ tags }) =>
        Object.entries(tags).some(([key, value]) => inKey(key) && values.includes(value)) !== excludes,
    );
  }
  return (charge) => tests.every((test) => test(charge));
}

/** Matches the keys whose values `tag_value` filters by: those of `tag_key`, or all. */
export function keyFilterOf({ tag_key, tag_key_mode }: Record<string, any>): (key: string) => boolean {
  if (tag_key === undefined) return () => true;
  const excludes = tag_key_mode === 'exclude';
  return (key) => tag_key.includes(key) !== excludes;
}
