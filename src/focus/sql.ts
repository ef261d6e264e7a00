/** Characters that a report would escape, and the backslash of what it would take for an escaped line break. */
const escaped = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\\(?=n))/u;

/** Quotes a text as an SQL literal, with the codes of characters that a statement cannot contain or a report escapes. */
export function literal(text: string): string {
  const parts = text.split(escaped).map((part, index) => (index % 2 === 0 ? quote(part) : codeOf(part)));
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' || ')})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function codeOf(character: string): string {
  return `chr(${character.codePointAt(0)})`;
}

/** Quotes the name of a column. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of literals: `['a', 'b']`. */
export function literals(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}
