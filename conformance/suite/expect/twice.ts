/** Returns the first value that occurs twice; undefined if there is none. */
export function twiceIn<T>(values: Iterable<T>): T | undefined {
  const seen = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return undefined;
}
