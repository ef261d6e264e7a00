/** A `Map` or a `WeakMap`. */
interface Entries<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/**
 * Returns the value of a key; if there is none, computes and sets it. Node 20 lacks `Map.prototype.getOrInsertComputed`,
 * which does the same.
 */
export function getOrInsert<Key, Value>(
  entries: Entries<Key, Value>,
  key: Key,
  compute: (key: Key) => Value,
): Value {
  const known = entries.get(key);
  if (known !== undefined || entries.has(key)) return known as Value;
  const value = compute(key);
  entries.set(key, value);
  return value;
}

/** The same for a cache that is emptied when it has `max` entries. */
export function getOrInsertUpTo<Key, Value>(
  max: number,
  cache: Map<Key, Value>,
  key: Key,
  compute: (key: Key) => Value,
): Value {
  return getOrInsert(cache, key, () => {
    const value = compute(key);
    if (cache.size >= max) cache.clear();
    return value;
  });
}
