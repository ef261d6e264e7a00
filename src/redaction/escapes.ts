// Escapes of characters in JSON, URLs and HTML, one level at a time.

/** The maximum depth of nested escapes. */
export const maxDepth = 6;

/** Named HTML character references of visible ASCII, each name followed by its character. */
const named =
  'amp& lt< gt> quot" apos\' plus+ sol/ bsol\\ equals= lowbar_ period. comma, colon: semi; excl! quest? num# ' +
  'dollar$ percnt% ast* commat@ lpar( rpar) lsqb[ rsqb] lcub{ rcub} vert| grave` hat^';
const characters = new Map(named.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** Matches an escape at `lastIndex` that is not one of the common ones. */
const rareEscapes =
  /%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[\da-f](?:%[\da-f]{2}){3}|&#0*(\d{1,7});?|&#x0*([\da-f]{1,6});?|&([a-z]{2,6});/iy;

/** Matches in every text with an escape, and in few others: most texts with `%` or `&` are queries without one. */
const mayBeEscape = /\\["\\/u]|%[\da-f]{2}|&(?:#|[a-z]{2,6};)/i;

const quote = 0x22;
const percent = 0x25;
const ampersand = 0x26;
const slash = 0x2f;
const backslash = 0x5c;

/** Decodes one level of escapes. Returns the same text if it has none. */
export function decode(text: string): string {
  return mayBeEscape.test(text) ? decodeAndList(text) : text;
}

/**
 * @param escaped receives, for each escape, the index after its character and by how much decoding shortened the text:
 * one flat list, because a text can consist of millions of escapes
 */
function decodeAndList(text: string, escaped?: number[]): string {
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const common = code === backslash || code === percent ? commonEscapeAt(text, at, code) : 0;
    const rare = common === 0 && (code === percent || code === ampersand) ? rareEscapeAt(text, at) : '';
    codes[length] = common === 0 ? code : common >> 3;
    for (let index = 0; index < rare.length; index += 1) codes[length + index] = rare.charCodeAt(index);
    const written = rare === '' ? common & 7 || 1 : rareEscapes.lastIndex - at;
    const units = rare.length || 1;
    length += units;
    at += written;
    if (written > 1) escaped?.push(length, written - units);
  }
  return length === text.length ? text : utf16.decode(codes.subarray(0, length));
}

/** Replaces lone surrogates, which no secret has, by characters of the same length. */
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * Returns the common escape at an index: a code unit times 8, plus the length of the escape. 0 if there is none. A regular
 * expression, or an object for each, takes 20 times as long.
 */
function commonEscapeAt(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  if (code === percent) {
    const unit = hexAt(text, at + 1, 2);
    return unit >= 0 && unit < 0x80 ? unit * 8 + 3 : 0;
  }
  if (next === backslash || next === quote || next === slash) return next * 8 + 2;
  const unit = next === 0x75 || next === 0x55 ? hexAt(text, at + 2, 4) : -1;
  return unit >= 0 ? unit * 8 + 6 : 0;
}

/** Returns the number of some hexadecimal digits, -1 if one of the characters is none. */
function hexAt(text: string, start: number, digits: number): number {
  let number = 0;
  for (let at = start; at < start + digits; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code | 0x20;
    if (code >= 0x30 && code <= 0x39) number = number * 16 + code - 0x30;
    else if (letter >= 0x61 && letter <= 0x66) number = number * 16 + letter - 0x57;
    else return -1;
  }
  return number;
}

/** Returns the character of another escape at an index, which ends at `rareEscapes.lastIndex`. Empty if there is none. */
function rareEscapeAt(text: string, at: number): string {
  rareEscapes.lastIndex = at;
  const match = rareEscapes.exec(text);
  return match ? characterOf(match) : '';
}

/**
 * Returns a function that maps an index in the decoded text to the text before decoding. No index may be less than the one
 * before.
 */
export function indexBeforeDecoding(text: string): (at: number) => number {
  const escaped: number[] = [];
  decodeAndList(text, escaped);
  let next = 0;
  let removed = 0;
  return (at) => {
    for (; (escaped[next] ?? Number.POSITIVE_INFINITY) <= at; next += 2) removed += escaped[next + 1] ?? 0;
    return at + removed;
  };
}

/** @returns the escaped character, empty if the escape is invalid */
function characterOf([written, decimal, hex, name]: readonly string[]): string {
  if (name) return characters.get(name.toLowerCase()) ?? '';
  try {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : decodeURIComponent(written ?? '');
  } catch {
    return '';
  }
}
