// Escapes of characters in JSON, URLs and HTML, one level at a time.

/** The maximum depth of nested escapes. */
export const maxDepth = 6;

/** Named HTML character references of visible ASCII, each name followed by its character. */
const named =
  'amp& lt< gt> quot" apos\' plus+ sol/ bsol\\ equals= lowbar_ period. comma, colon: semi; excl! quest? num# ' +
  'dollar$ percnt% ast* commat@ lpar( rpar) lsqb[ rsqb] lcub{ rcub} vert| grave` hat^';
const characters = new Map(named.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** Matches an escape of one character in JSON, a URL or HTML. */
const escapes =
  /\\u([\da-f]{4})|\\(["\\/])|%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[\da-f](?:%[\da-f]{2}){3}|&#0*(\d{1,7});?|&#x0*([\da-f]{1,6});?|&([a-z]{2,6});/gi;

/** A range of a text: `end` is exclusive. */
export type Range = readonly [start: number, end: number];

/** A decoded escape: the index after its character, and by how much decoding shortened the text. */
export type Escaped = readonly [end: number, shorter: number];

/** Decodes one level of escapes. */
export function decode(text: string): { decoded: string; escaped: Escaped[] } {
  const escaped: Escaped[] = [];
  let removed = 0;
  const decoded = text.replace(escapes, (written: string, ...rest) => {
    const character = characterOf(written, rest);
    if (character === undefined) return written;
    const shorter = written.length - character.length;
    escaped.push([rest[5] - removed + character.length, shorter]);
    removed += shorter;
    return character;
  });
  return { decoded, escaped };
}

/** Maps sorted ranges of a decoded text to the text before decoding. */
export function rangesBeforeDecoding(ranges: readonly Range[], escaped: readonly Escaped[]): Range[] {
  let next = 0;
  let removed = 0;
  const before = (at: number): number => {
    for (let entry = escaped[next]; entry && entry[0] <= at; entry = escaped[next]) {
      removed += entry[1];
      next += 1;
    }
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
