/** @returns the first value that has stood in the list before; undefined when each stands there once */
export function twiceIn<T>(values: Iterable<T>): T | undefined {
  const seen = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return undefined;
}
