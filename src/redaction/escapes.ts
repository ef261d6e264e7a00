// Escapes of characters in JSON, URLs and HTML, one level at a time.

/** The maximum depth of nested escapes. */
export const maxDepth = 6;

/** Named HTML character references of visible ASCII, each name followed by its character. */
const named =
  'amp& lt< gt> quot" apos\' plus+ sol/ bsol\\ equals= lowbar_ period. comma, colon: semi; excl! quest? num# ' +
  'dollar$ percnt% ast* commat@ lpar( rpar) lsqb[ rsqb] lcub{ rcub} vert| grave` hat^';
const characters = new Map(named.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** Matches an escape of one character in JSON, a URL or HTML at `lastIndex`. */
const escapes =
  /\\u([\da-f]{4})|\\(["\\/])|%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[\da-f](?:%[\da-f]{2}){3}|&#0*(\d{1,7});?|&#x0*([\da-f]{1,6});?|&([a-z]{2,6});/iy;

/** A range of a text: `end` is exclusive. */
export type Range = readonly [start: number, end: number];

/**
 * The decoded escapes: for each the index after its character, and by how much decoding shortened the text. One flat list,
 * since a text can consist of millions of escapes.
 */
export type Escaped = readonly number[];

const [backslash, percent, ampersand] = [0x5c, 0x25, 0x26];

/** Decodes one level of escapes. */
export function decode(text: string): { decoded: string; escaped: Escaped } {
  const escaped: number[] = [];
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const written = escapeAt(text, at);
    if (written === undefined) {
      codes[length] = text.charCodeAt(at);
      length += 1;
      at += 1;
      continue;
    }
    for (let index = 0; index < written.character.length; index += 1) {
      codes[length] = written.character.charCodeAt(index);
      length += 1;
    }
    escaped.push(length, written.length - written.character.length);
    at += written.length;
  }
  return { decoded: escaped.length === 0 ? text : utf16.decode(codes.subarray(0, length)), escaped };
}

/** Replaces lone surrogates, which no secret has, by characters of the same length. */
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

interface Written {
  readonly character: string;
  /** The length of the escape. */
  readonly length: number;
}

/** Returns the escape that starts at an index. Most are found without the regular expression, which takes 20 times as long. */
function escapeAt(text: string, at: number): Written | undefined {
  const code = text.charCodeAt(at);
  if (code !== backslash && code !== percent && code !== ampersand) return undefined;
  const next = text[at + 1] ?? '';
  if (code === backslash && next !== 'u' && next !== 'U') {
    return next === '\\' || next === '"' || next === '/' ? { character: next, length: 2 } : undefined;
  }
  if (code === percent && !isHex(next)) return undefined;
  escapes.lastIndex = at;
  const match = escapes.exec(text);
  const character = match ? characterOf(match[0], match.slice(1)) : undefined;
  return match && character !== undefined ? { character, length: match[0].length } : undefined;
}

const isHex = (character: string) => character !== '' && '0123456789abcdefABCDEF'.includes(character);

/** Maps sorted ranges of a decoded text to the text before decoding. */
export function rangesBeforeDecoding(ranges: readonly Range[], escaped: Escaped): Range[] {
  let next = 0;
  let removed = 0;
  const before = (at: number): number => {
    for (; (escaped[next] ?? Number.POSITIVE_INFINITY) <= at; next += 2) removed += escaped[next + 1] ?? 0;
    return at + removed;
  };
  return ranges.map(([start, end]) => [before(start), before(end)]);
}

/** @returns the escaped character, or undefined if the escape is invalid */
function characterOf(
  written: string,
  [unicode, itself, decimal, hex, name]: readonly (string | undefined)[],
): string | undefined {
  if (itself) return itself;
  if (name) return characters.get(name.toLowerCase());
  const code = unicode ?? hex;
  try {
    if (code) return String.fromCodePoint(Number.parseInt(code, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : decodeURIComponent(written);
  } catch {
    return undefined;
  }
}
