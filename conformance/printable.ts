/** Matches what most texts consist of, faster than a property of Unicode. */
const plain = /^[\x20-\x7e]*$/;

/**
 * Escapes control and format characters, including line breaks, so that a terminal does not interpret
 * them, for example as `\u001b`.
 */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character === '\n' ? '\\n' : character.split('').map(codeUnit).join(''),
  );
}

function codeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes the control and format characters of a text, except line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Escapes every string value in a nested value. */
export function printableParts<T>(value: T, escaped = printable): T {
  if (typeof value === 'string') return escaped(value) as T;
  if (Array.isArray(value)) return value.map((part) => printableParts(part, escaped)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, printableParts(part, escaped)]),
  ) as T;
}
