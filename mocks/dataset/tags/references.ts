import type { TagKey } from '../state.js';
import type { TagFilter, TagKeyRules } from './rules.js';

/** The virtual keys that rules refer to, by id or name as written. */
export function referencesOf({ configs, collapsedKeys }: TagKeyRules): readonly string[] {
  return [
    ...collapsedKeys.flatMap(({ source }) => (source.origin === 'virtual' ? [source.key] : [])),
    ...configs.flatMap(({ filter, assign }) => [
      ...keysIn(filter),
      ...(assign.type === 'cost_based' ? keysIn(assign.input_filter) : []),
      ...(assign.type === 'cost_based' && assign.source.origin === 'virtual' ? [assign.source.key] : []),
    ]),
  ];
}

/** The virtual keys that a filter refers to. */
export function keysIn({ rules }: TagFilter): readonly string[] {
  return rules
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ dimension, key }) => (dimension === 'virtual_tag' && key !== null ? [key] : []));
}

/** Finds a key by id or, case-insensitively, by name. */
export function findKey(keys: ReadonlyMap<string, TagKey>, idOrName: string): TagKey | undefined {
  const byId = keys.get(idOrName);
  if (byId !== undefined) return byId;
  const name = idOrName.toLowerCase();
  for (const key of keys.values()) if (key.rules.name.toLowerCase() === name) return key;
  return undefined;
}
