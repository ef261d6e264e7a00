/** Returns a function that computes a value on its first call and caches it. It does not refer to `compute` later. */
export function lazily<T>(compute: () => T): () => T {
  let open: (() => T) | null = compute;
  let value: T;
  return () => {
    if (open !== null) {
      value = open();
      open = null;
    }
    return value;
  };
}
