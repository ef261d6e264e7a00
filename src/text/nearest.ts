/** Beyond this share of the letters two names have nothing to do with each other. */
const farthest = 0.4;

/** Of names that begin alike, such as `retry` and `retries`, this share of the letters is the same. */
const alike = 0.75;
const shortest = 4;

/** @returns which of the names somebody may have meant, if any is near */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((known) => ({ known, distance: distanceOf(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  if (!best) return undefined;
  if (best.distance <= farthest * name.length) return best.known;
  if (name.length < shortest) return undefined;
  const beginning = name.slice(0, Math.max(shortest, Math.ceil(alike * name.length)));
  return names.find((known) => known.startsWith(beginning));
}

/** Letters that have to be put in, taken out, changed or swapped with the next to make one of the other. */
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
