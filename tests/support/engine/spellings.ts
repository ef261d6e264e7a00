import fc from 'fast-check';

const utf8 = new TextEncoder();

const hex = (character: string) => character.charCodeAt(0).toString(16);

const percent = (text: string) =>
  [...utf8.encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Encodings of one character that servers use. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u${hex(character).padStart(4, '0')}`,
  (character) => `\\u${hex(character).padStart(4, '0').toUpperCase()}`,
  (character) => (character === '/' ? '\\/' : character),
  percent,
  (character) => percent(character).toUpperCase(),
  (character) => (character === ' ' ? '+' : character),
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character)};`,
  (character) => `&#X00${hex(character).toUpperCase()};`,
  (character) => `&amp;#${character.charCodeAt(0)};`,
  (character) => percent(percent(character)),
  (character) => `\\\\u${hex(character).padStart(4, '0')}`,
  (character) => percent(`\\u${hex(character).padStart(4, '0')}`),
];

/** Encodes each character of a text in the chosen way. */
export function spell(text: string, choices: Iterable<number>): string {
  const choice = choices[Symbol.iterator]();
  return [...text].map((character) => spellings[choice.next().value ?? 0]?.(character)).join('');
}

/** The encoding of each character, by index. */
export const anyChoices = fc.infiniteStream(fc.nat(spellings.length - 1));

/** API keys of the characters that are valid in a bearer token. */
export const anyKey = fc.stringMatching(/^[\w.~+/-]{12,40}={0,2}$/);

/** Whether a text contains a secret, plain or encoded as JSON, URL, HTML or base64. */
export function reveals(text: string, secret: string): boolean {
  let decoded = text;
  for (let depth = 0; depth < 5; depth += 1) {
    if (decoded.includes(secret) || inBase64(decoded, secret)) return true;
    const before = decoded;
    decoded = decoded
      .replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\/', '/')
      .replaceAll('\\\\', '\\')
      .replaceAll('&amp;', '&');
    if (decoded === before) return false;
  }
  return false;
}

function inBase64(text: string, secret: string): boolean {
  return [...new Set(text.match(/[\w+/-]{10,}/g))].some((run) =>
    [0, 1, 2, 3].some((start) => Buffer.from(run.slice(start), 'base64').includes(secret)),
  );
}
