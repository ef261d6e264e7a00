/** Beyond this share of the letters two names have nothing to do with each other. */
const farthest = 0.4;

/** @returns which of the names somebody may have meant, if any is near */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((known) => ({ known, distance: distanceOf(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= farthest * name.length ? best.known : undefined;
}

/** Letters that have to be put in, taken out or changed to make one of the other. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
