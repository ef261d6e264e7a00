/** Returns a function that computes a value on its first call and caches it. */
export function lazily<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}
