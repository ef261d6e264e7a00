/** Quotes a text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes the name of a column. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of literals: `['a', 'b']`. */
export function literals(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}
