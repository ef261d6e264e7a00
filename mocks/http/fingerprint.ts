/**
 * Returns a short hash of a JSON value, independent of the order of object members and of white space.
 * Not cryptographic.
 */
export function fingerprint(value: unknown): string {
  const text = canonical(value);
  return hash(text, 0) + hash(text, 0x9e3779b9);
}

/** Returns JSON with the members of every object sorted by name. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** The cyrb53 hash (public domain). */
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
