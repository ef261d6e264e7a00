/** Shorter secrets occur in ordinary text by chance, so they are not looked for in it. */
export const shortestSecret = 8;

/** What is written in place of a secret. */
export const redactedMark = '[redacted]';

/** Escapes inside escapes are decoded this many times. */
const mostLayers = 6;

/** Visible ASCII that HTML has a name for, each character after its name. */
const named =
  'amp& lt< gt> quot" apos\' plus+ sol/ bsol\\ equals= lowbar_ period. comma, colon: semi; excl! quest? num# ' +
  'dollar$ percnt% ast* commat@ lpar( rpar) lsqb[ rsqb] lcub{ rcub} vert| grave` hat^';
const characters = new Map(named.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** An escape of JSON, a URL or HTML that means one character. */
const escapes =
  /\\u([\da-f]{4})|\\(["\\/])|%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[\da-f](?:%[\da-f]{2}){3}|&#0*(\d{1,7});?|&#x0*([\da-f]{1,6});?|&([a-z]{2,6});/gi;

/** Of a text: from the index `start` up to, but without, `end`. */
type Range = readonly [start: number, end: number];

/**
 * A function that replaces secrets by `[redacted]`, wherever and however they are written: as they
 * are, with any of their characters escaped as in JSON, URLs or HTML, also one in the other, and
 * inside anything encoded as base64 or base64url, such as the credentials of `Basic`. A secret that
 * itself contains a backslash, `%` or `&` is found in each of these forms, but not in all mixtures.
 *
 * @param secrets those shorter than 8 characters are ignored
 * @returns a pure function; a text without a secret comes back as it is
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const wanted = secrets.filter((secret) => secret.length >= shortestSecret);
  const plain = unique(wanted.flatMap((secret) => [secret, decodeFully(secret)]).map(fold)).filter(
    (text) => text.length >= shortestSecret,
  );
  const encoded = unique(wanted.flatMap(base64Of).map(fold));

  function find(text: string, layers: number): Range[] {
    const folded = fold(text);
    const here = plain
      .flatMap((secret) => occurrences(folded, secret))
      .concat(encoded.flatMap((secret) => occurrences(folded, secret).map((range) => widen(folded, range))));
    if (layers === 0 || !/[\\%&]/.test(text)) return merge(here);
    const { decoded, escaped } = decode(text);
    if (escaped.length === 0) return merge(here);
    return merge(here.concat(encodedAgain(find(decoded, layers - 1), escaped)));
  }

  return (text) => {
    if (wanted.length === 0) return text;
    let clean = '';
    let from = 0;
    for (const [start, end] of find(text, mostLayers)) {
      clean += text.slice(from, start) + redactedMark;
      from = end;
    }
    return clean + text.slice(from);
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Makes characters equal that replace each other in forms and in base64url; keeps the length. */
function fold(text: string): string {
  return text.replace(/[+ ]/g, '-').replaceAll('/', '_');
}

/** What a secret looks like within base64, for each place where it can begin among three bytes. */
function base64Of(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  return [0, 2, 3].map((start, before) =>
    // Characters that also hold bits of what is around it differ from text to text.
    btoa('-'.repeat(before) + bytes).slice(start, Math.floor(((before + bytes.length) * 4) / 3)),
  );
}

/** Includes the characters of base64 that hold bits of a secret and of what is around it. */
function widen(folded: string, [start, end]: Range): Range {
  const before = /[\w-]?$/.exec(folded.slice(start && start - 1, start))?.[0].length ?? 0;
  const after = /^[\w-]?={0,2}/.exec(folded.slice(end, end + 3))?.[0].length ?? 0;
  return [start - before, end + after];
}

function occurrences(text: string, wanted: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    found.push([at, at + wanted.length]);
  }
  return found;
}

/** @returns the same places as ranges that follow each other */
function merge(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

/** An escape that was decoded: the index after its character, and by how much the text became shorter. */
type Escaped = readonly [end: number, shorter: number];

/** Decodes one layer of escapes. */
function decode(text: string): { decoded: string; escaped: Escaped[] } {
  const escaped: Escaped[] = [];
  let gone = 0;
  const decoded = text.replace(escapes, (written: string, ...rest) => {
    const character = meaningOf(written, rest);
    if (character === undefined) return written;
    const shorter = written.length - character.length;
    escaped.push([rest[5] - gone + character.length, shorter]);
    gone += shorter;
    return character;
  });
  return { decoded, escaped };
}

/** @returns where ranges of a decoded text begin and end in the text that was decoded; both in order */
function encodedAgain(ranges: readonly Range[], escaped: readonly Escaped[]): Range[] {
  let next = 0;
  let gone = 0;
  const before = (at: number): number => {
    for (let entry = escaped[next]; entry && entry[0] <= at; entry = escaped[next]) {
      gone += entry[1];
      next += 1;
    }
    return at + gone;
  };
  return ranges.map(([start, end]) => [before(start), before(end)]);
}

/** @returns undefined for an escape of no character */
function meaningOf(
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

function decodeFully(text: string): string {
  let whole = text;
  for (let layer = 0; layer < mostLayers; layer += 1) whole = decode(whole).decoded;
  return whole;
}
