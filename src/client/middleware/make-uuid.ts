/** Returns a version 4 UUID, also on pages served over http, which do not have `randomUUID`. */
export function makeUuid(): string {
  return crypto.randomUUID?.() ?? 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, randomDigit);
}

/** Returns a random hexadecimal digit for an x, and one from 8 to b for a y. */
function randomDigit(place: string): string {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return (place === 'x' ? random & 15 : (random & 3) | 8).toString(16);
}
