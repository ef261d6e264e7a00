import type { Charge } from '../ledger/charges.js';
import { tagOf } from '../tags/tag-of.js';

/** The dimensions that a charge has at most one value of, by the name of their filter. */
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

/** The name of any filter that looks at a charge. */
export type FilterName = keyof typeof dimensionOf | 'tag_key' | 'tag_value';

export type ChargeFilter = (charge: Charge) => boolean;

/**
 * Reads the filters of a query: values of one are alternatives, and a charge must pass all of them.
 *
 * @param without filters that are not looked at
 */
export function filterOf(query: Record<string, any>, without: readonly FilterName[] = []): ChargeFilter {
  const tests: ChargeFilter[] = [];
  for (const [name, value] of single) {
    const wanted: readonly string[] | undefined = query[name];
    if (wanted === undefined || without.includes(name)) continue;
    const excludes = query[`${name}_mode`] === 'exclude';
    tests.push((charge) => wanted.includes(value(charge) as string) !== excludes);
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

/** The keys whose values `tag_value` speaks of: those of `tag_key`, or all. */
export function keyFilterOf({ tag_key, tag_key_mode }: Record<string, any>): (key: string) => boolean {
  if (tag_key === undefined) return () => true;
  const excludes = tag_key_mode === 'exclude';
  return (key) => tag_key.includes(key) !== excludes;
}
