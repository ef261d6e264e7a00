/**
 * A short name for a JSON value that does not depend on the order of object members or on white space.
 * Not for secrets: it only has to tell honest requests apart.
 */
export function fingerprint(value: unknown): string {
  const text = canonical(value);
  return hash(text, 0) + hash(text, 0x9e3779b9);
}

/** JSON with the members of every object in the order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Two interleaved multiplicative hashes of 32 bits, mixed at the end (cyrb53, in the public domain). */
function hash(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    a = Math.imul(a ^ character, 2654435761);
    b = Math.imul(b ^ character, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(16).padStart(8, '0') + (a >>> 0).toString(16).padStart(8, '0');
}
