import type { Context } from '../context.js';
import type { Charge } from '../ledger/charges.js';
import { invalidQuery } from '../responses.js';
import type { TagKey } from '../state.js';
import { findKey } from '../tags/references.js';
import { tagOf } from '../tags/rules.js';

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
 * @param without a filter to ignore
 */
export function filterOf(query: Record<string, any>, without?: FilterName): ChargeFilter {
  const tests: ChargeFilter[] = [];
  const addTest = (name: FilterName, matches: (charge: Charge, selected: readonly string[]) => boolean) => {
    const selected: readonly string[] | undefined = query[name];
    if (selected === undefined || name === without) return;
    const excludes = query[`${name}_mode`] === 'exclude';
    tests.push((charge) => matches(charge, selected) !== excludes);
  };
  for (const [name, value] of single) {
    addTest(name, (charge, selected) => selected.includes(value(charge) as string));
  }
  addTest('tag_key', ({ tags }, keys) => keys.some((key) => tagOf(tags, key) !== undefined));
  const inKey = keyFilterOf(query);
  addTest('tag_value', ({ tags }, values) =>
    Object.entries(tags).some(([key, value]) => inKey(key) && values.includes(value)),
  );
  return (charge) => tests.every((test) => test(charge));
}

/** Matches the keys whose values `tag_value` filters by: those of `tag_key`, or all. */
export function keyFilterOf({ tag_key, tag_key_mode }: Record<string, any>): (key: string) => boolean {
  if (tag_key === undefined) return () => true;
  const excludes = tag_key_mode === 'exclude';
  return (key) => tag_key.includes(key) !== excludes;
}

/** Matches charges with a text in one of their fields, case-insensitively; all charges if no text is given. */
export function searchOf({ ledger }: Context, text: string | undefined): ChargeFilter {
  if (text === undefined) return () => true;
  const needle = text.toLowerCase();
  return ({ provider, service, account, region, usageType, tags }) => {
    const name = account === null ? null : (ledger.accountOf(provider, account)?.name ?? null);
    const fields = [service, account, name, region, usageType, ...Object.entries(tags).flat()];
    return fields.some((field) => field?.toLowerCase().includes(needle));
  };
}

/** The virtual tag key of a query, and the values to filter by; null if not given. */
export interface VirtualTagChoice {
  readonly key: TagKey | null;
  readonly values: ReadonlySet<string> | null;
}

/** Parses `virtual_tag_key` and `virtual_tag_value`. */
export function virtualTagOf(
  { state }: Context,
  { virtual_tag_key: requested, virtual_tag_value: values }: Record<string, any>,
): VirtualTagChoice {
  if (requested === undefined) {
    if (values === undefined) return { key: null, values: null };
    const ctx = { required_by: 'virtual_tag_value' };
    throw invalidQuery('virtual_tag_key', 'Required to filter by virtual_tag_value.', 'missing', { ctx });
  }
  const key = findKey(state.tagKeys, requested);
  if (key !== undefined) return { key, values: values === undefined ? null : new Set(values) };
  const msg = 'Must be the id or the name of a virtual tag key.';
  throw invalidQuery('virtual_tag_key', msg, 'value', { input: requested });
}
