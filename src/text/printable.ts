import { getOrInsert } from '../get-or-insert.js';

/** Matches what most texts consist of, faster than a property of Unicode. */
const plain = /^[\x20-\x7e]*$/;

/**
 * Matches characters that must not be printed as they are: control and format characters, which a terminal interprets, and
 * the first character of what starts a command in the log of a CI system: `##[name]` of GitHub, `##vso[` of Azure Pipelines
 * and `##teamcity[`, anywhere in a line, and `::name` of GitHub at its start. Runners ignore invisible characters in between.
 * In JUnit XML, `[[ATTACHMENT|path]]` makes Jenkins and GitLab publish a file.
 */
const interpreted =
  // Bounded: what precedes a failure has no start of another match in it.
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]{1,1000}|#(?=\p{DI}*#[\p{DI}a-z]*\[)|(?<![^\s\p{DI}]):(?=\p{DI}*:\p{DI}*[a-z])|\[(?=\[attachment\|)/giu;

/**
 * Escapes every character of a text that a terminal or a CI system would interpret.
 *
 * @param replacement receives one or more of them in a row
 */
export function escapeInterpreted(text: string, replacement: (characters: string) => string): string {
  if (plain.test(text) && !text.includes('##') && !text.includes('::') && !text.includes('[[')) return text;
  return text.replace(interpreted, replacement);
}

/**
 * Escapes what a terminal or the log of a CI system would interpret, including line breaks, for example as `\u001b`. Every
 * text of others that is printed passes through this function.
 */
export function printable(text: string): string {
  return escapeInterpreted(text, (characters) => characters.split('').map(codeUnit).join(''));
}

/** Not an array, which is slow if it has only a few of its indexes. */
const codeUnits = new Map<string, string>();

function codeUnit(unit: string): string {
  return getOrInsert(codeUnits, unit, () =>
    unit === '\n' ? '\\n' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Escapes what {@link printable} escapes, except line breaks. */
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
