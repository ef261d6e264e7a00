/** A version 4 UUID (RFC 9562), in upper or lower case. */
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @returns whether a string is a valid `Idempotency-Key`. */
export function isIdempotencyKey(value: string): boolean {
  return uuidV4.test(value);
}
