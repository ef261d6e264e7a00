import { decode, indexBeforeDecoding, maxDepth } from './escapes.js';

/** The minimum length of a secret. Shorter ones occur in ordinary text by chance, so they are not redacted. */
export const shortestSecret = 8;

/** The characters of a secret that are enough to search for it. */
const startLength = 32;

/** A range of a text: `end` is exclusive. */
type Range = readonly [start: number, end: number];

/** The replacement of a secret. */
export const redactedMark = '[redacted]';

/**
 * Creates a function that replaces secrets with `[redacted]` in every encoding: plain, with any of their characters
 * escaped as in JSON, URLs or HTML (also nested), and within base64 or base64url, such as `Basic` credentials. A secret
 * that itself contains a backslash, `%` or `&` is found in each of these encodings, but not in every combination.
 *
 * @param secrets the secrets; those shorter than 8 characters are ignored
 * @returns a pure function; it returns a text without secrets unchanged
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const wanted = secrets.filter((secret) => secret.length >= shortestSecret);
  const plain = unique(wanted.flatMap((secret) => [secret, decodeFully(secret)]).map(normalize)).filter(
    (text) => text.length >= shortestSecret,
  );
  const encoded = unique(wanted.flatMap(base64Of).map(normalize));
  // Bounded: alternatives of literal texts, without repetition. Whole secrets could exceed the size of an expression.
  const any = new RegExp(
    [...plain, ...encoded].map((secret) => spelled(secret.slice(0, startLength))).join('|'),
  );

  function findHere(text: string): Range[] {
    // One search for all: with many keys, most texts contain none of them.
    if (!any.test(text)) return [];
    const normalized = normalize(text);
    const ofEncoded = encoded.flatMap((secret) => occurrences(normalized, secret));
    return plain
      .flatMap((secret) => occurrences(normalized, secret))
      .concat(ofEncoded.map((range) => widen(normalized, range)));
  }

  function find(text: string, depth: number): Range[] {
    const here = findHere(text);
    const decoded = depth === 0 ? text : decode(text);
    if (decoded === text) return merge(here);
    const within = find(decoded, depth - 1);
    if (within.length === 0) return merge(here);
    const before = indexBeforeDecoding(text);
    return merge(here.concat(within.map(([start, end]) => [before(start), before(end)])));
  }

  return (text) => {
    if (wanted.length === 0) return text;
    let clean = '';
    let from = 0;
    for (const [start, end] of find(text, maxDepth)) {
      clean += text.slice(from, start) + redactedMark;
      from = end;
    }
    return clean + text.slice(from);
  };
}

/** Returns a regular expression for the texts that are this one when normalized. */
function spelled(normalized: string): string {
  return normalized
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll('-', '[-+ ]')
    .replaceAll('_', '[_/]');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Unifies characters that are interchangeable in forms and in base64url. The length does not change. */
function normalize(text: string): string {
  return text.replace(/[+ ]/g, '-').replaceAll('/', '_');
}

/** Returns the base64 encodings of a secret within a longer text, one for each alignment to three bytes. */
function base64Of(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  return [0, 2, 3].map((start, before) =>
    // The characters at its ends are left out: they also encode bits of the surrounding text.
    btoa('-'.repeat(before) + bytes).slice(start, Math.floor(((before + bytes.length) * 4) / 3)),
  );
}

/** Extends a range by the base64 characters that encode bits of both the secret and the surrounding text. */
function widen(normalized: string, [start, end]: Range): Range {
  const before = /[\w-]?$/.exec(normalized.slice(start && start - 1, start))?.[0].length ?? 0;
  const after = /^[\w-]?={0,2}/.exec(normalized.slice(end, end + 3))?.[0].length ?? 0;
  return [start - before, end + after];
}

function occurrences(text: string, secret: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    found.push([at, at + secret.length]);
  }
  return found;
}

/** Sorts ranges and merges those that overlap. */
function merge(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

function decodeFully(text: string): string {
  let whole = text;
  for (let depth = 0; depth < maxDepth; depth += 1) whole = decode(whole);
  return whole;
}
