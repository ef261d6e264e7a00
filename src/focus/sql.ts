/** Quotes a text as an SQL literal. DuckDB ends a statement at a NUL character, so that is written as its code. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' || chr(0) || ')})`;
}

/** Quotes the name of a column. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of literals: `['a', 'b']`. */
export function literals(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}
