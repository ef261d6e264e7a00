/** Returns a version 4 UUID, also on pages served over http, which do not have `randomUUID`. */
export function makeUuid(): string {
  return crypto.randomUUID?.() ?? randomDigits('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx');
}

/** Replaces each x with a random hexadecimal digit, and each y with one from 8 to b. */
function randomDigits(template: string): string {
  const random = crypto.getRandomValues(new Uint8Array(template.length));
  return template.replace(/[xy]/g, (place, index: number) => {
    const digit = (random[index] ?? 0) & 15;
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
}
