/** A version 4 UUID, also in a page that came over http, where there is no `randomUUID`. */
export function makeUuid(): string {
  return crypto.randomUUID?.() ?? randomDigits('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx');
}

/** Puts a random hexadecimal digit for each x, and one from 8 to b for each y. */
function randomDigits(template: string): string {
  const random = crypto.getRandomValues(new Uint8Array(template.length));
  return template.replace(/[xy]/g, (place, index: number) => {
    const digit = (random[index] ?? 0) & 15;
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
}
