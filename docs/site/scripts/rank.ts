/** One thing that can be found: what it is, what it is called, where it is, and more words about it. */
export type SearchEntry = readonly [kind: string, title: string, path: string, text: string];

const weightOfKind: Readonly<Record<string, number>> = {
  operation: 30,
  deprecated: 0,
  event: 20,
  error: 20,
  guide: 15,
  schema: 10,
  field: 5,
  check: 0,
};

/**
 * The entries that hold every word of a question, the nearest first: a title that is the word, one
 * that begins with it, one that holds it, and at last those that only mention it.
 */
export function search(index: readonly SearchEntry[], question: string): readonly SearchEntry[] {
  const words = plain(question).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return index
    .map((entry) => ({ entry, rank: rank(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry);
}

function rank([kind, title, , text]: SearchEntry, words: readonly string[]): number {
  // What an operation is called in the document is as good a name as its summary.
  const name = plain(kind === 'operation' ? `${title} ${text}` : title);
  const all = `${name} ${plain(text)} ${text.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return 0;
  let sum = 1 + (weightOfKind[kind] ?? 0);
  // The last words about an operation are its short name.
  const asked = words.join(' ');
  if (plain(title) === asked || (kind === 'operation' && name.endsWith(` ${asked}`))) sum += 100;
  for (const word of words) {
    if (` ${name}`.includes(` ${word}`)) sum += 20;
    else if (name.includes(word)) sum += 10;
    else if (` ${all}`.includes(` ${word}`)) sum += 4;
  }
  return sum;
}

/** Names of every style as words: `listCommitments`, `burn_pct` and `renewal-quote` alike. */
function plain(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
