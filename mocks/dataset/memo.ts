/** Keeps what was computed under a name, for as long as an age lasts. */
export type Memo = <T>(name: string, compute: () => T) => T;

/**
 * @param age what tells one age from another; when it changes, all that is kept is dropped
 * @param most how many results are kept at once, as names may hold words of the caller's
 */
export function createMemo(age: () => unknown, most: number): Memo {
  const kept = new Map<string, unknown>();
  let present: unknown;
  return <T>(name: string, compute: () => T): T => {
    const now = age();
    if (now !== present) {
      kept.clear();
      present = now;
    }
    const known = kept.get(name);
    if (known !== undefined) return known as T;
    const value = compute();
    if (kept.size >= most) kept.clear();
    kept.set(name, value);
    return value;
  };
}
