/** Removes the API key from a text. */
export type Redact = (text: string) => string;

/** Shorter keys occur in ordinary text by chance, so they are not redacted. */
const shortestKey = 8;

/** The maximum depth of nested escapes. */
const maxDepth = 6;

const mark = '[redacted]';

/** An escape of JSON, URLs or HTML. Of the names of HTML, only `&amp;`: a bearer token has no other character with one. */
const escapes = /\\u00([\da-f]{2})|\\([^u])|%([\da-f]{2})|&#x0*([\da-f]{2});|&#0*(\d{2,3});|&amp;/gi;

/**
 * Creates a function that replaces an API key with `[redacted]`: the key itself, and every word that contains it in another
 * encoding, which is base64 or any combination of escapes of JSON, URLs and HTML.
 */
export function keyRedactor(key: string): Redact {
  const secrets = [key, ...base64Of(key)].map(normalize);
  const contains = (text: string) => {
    let encoded = '';
    let decoded = text;
    for (let depth = 0; depth <= maxDepth && decoded !== encoded; depth += 1) {
      encoded = decoded;
      const normalized = normalize(encoded);
      if (secrets.some((secret) => normalized.includes(secret))) return true;
      decoded = decode(encoded);
    }
    return false;
  };
  return (text) => {
    if (key.length < shortestKey || !contains(text)) return text;
    return text.replaceAll(key, mark).replace(/\S+/g, (word) => (contains(word) ? mark : word));
  };
}

/** Decodes one level of escapes. */
function decode(text: string): string {
  return text.replace(escapes, (_, unicode, literal, percent, hex, decimal) => {
    const code = Number(decimal ?? `0x${unicode ?? percent ?? hex ?? 26}`);
    return literal ?? String.fromCharCode(code);
  });
}

/** Returns the base64 encodings of a key within a longer text, one for each alignment to three bytes. */
function base64Of(key: string): string[] {
  return [0, 2, 3].map((start, before) =>
    // The characters at its ends are left out: they also encode bits of the surrounding text.
    btoa('-'.repeat(before) + key).slice(start, Math.floor(((before + key.length) * 4) / 3)),
  );
}

/** Unifies base64 and base64url. */
function normalize(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}
