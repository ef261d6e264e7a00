import type { Failure } from '../../types.js';
import { invalid } from '../failures.js';
import type { TagKey } from '../state.js';
import type { TagShares } from '../tags/tag-shares.js';

/** The virtual tag key of a query, and the values to filter by; null if not given. */
export interface VirtualTagChoice {
  readonly key: TagKey | null;
  readonly values: ReadonlySet<string> | null;
}

/** Parses `virtual_tag_key` and `virtual_tag_value`. */
export function virtualTagOf(
  shares: TagShares,
  query: Record<string, any>,
): VirtualTagChoice | { failure: Failure } {
  const { virtual_tag_key: requested, virtual_tag_value: values } = query;
  if (requested === undefined) {
    if (values === undefined) return { key: null, values: null };
    return invalid({
      loc: ['query', 'virtual_tag_key'],
      msg: 'Required to filter by virtual_tag_value.',
      type: 'missing',
      ctx: { required_by: 'virtual_tag_value' },
    });
  }
  const key = shares.find(requested);
  if (key === undefined) {
    return invalid({
      loc: ['query', 'virtual_tag_key'],
      msg: 'Must be the id or the name of a virtual tag key.',
      type: 'value',
      input: requested,
    });
  }
  return { key, values: values === undefined ? null : new Set(values) };
}
