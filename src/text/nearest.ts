/** The maximum edit distance of a suggestion, as a share of the length of the name. */
const maxDistance = 0.4;

/** The share of a name that is also a prefix of the suggestion, such as `retr` of `retry` and `retries`. */
const prefixShare = 0.75;
const minLength = 4;

/** The maximum length of a name that is compared: names of the contract are shorter, and the time grows with it. */
const maxLength = 100;

/** @returns the name that is probably meant, or undefined if none is similar */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [best] = names
    .map((known) => ({ known, distance: distanceOf(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  if (!best) return undefined;
  if (best.distance <= maxDistance * name.length) return best.known;
  if (name.length < minLength) return undefined;
  const prefix = name.slice(0, Math.max(minLength, Math.ceil(prefixShare * name.length)));
  return names.find((known) => known.startsWith(prefix));
}

/** The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
function distanceOf(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const changed = at(i - 1, j - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(from.length, to.length);
}
