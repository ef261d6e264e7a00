/** The maximum number of edits of a suggestion, as a share of the length of the name, and of any name. */
const maxEditShare = 0.4;
const maxEdits = 5;

/** The share of a name that is also a prefix of the suggestion, such as `retr` of `retry` and `retries`. */
const prefixShare = 0.75;
const minLength = 4;

/** @returns the name that is probably meant, or undefined if none is similar */
export function nearest(name: string, names: readonly string[]): string | undefined {
  for (let edits = 0; edits <= Math.min(maxEdits, maxEditShare * name.length); edits += 1) {
    const similar = names.find((known) => isWithin(edits, name, known));
    if (similar !== undefined) return similar;
  }
  if (name.length < minLength) return undefined;
  const prefix = name.slice(0, Math.max(minLength, Math.ceil(prefixShare * name.length)));
  return names.find((known) => known.startsWith(prefix));
}

/** Whether some insertions, deletions, substitutions and swaps of adjacent letters turn one text into another. */
function isWithin(edits: number, from: string, to: string): boolean {
  if (from === to) return true;
  if (edits === 0 || Math.abs(from.length - to.length) > edits) return false;
  const rest = (skipped: number, skippedOfOther: number, left = edits - 1) =>
    isWithin(left, from.slice(skipped), to.slice(skippedOfOther));
  if (from[0] === to[0]) return rest(1, 1, edits);
  const isSwapped = from[0] === to[1] && from[1] === to[0];
  return rest(0, 1) || rest(1, 0) || rest(1, 1) || (isSwapped && rest(2, 2));
}
