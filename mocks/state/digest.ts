import { createHash } from 'node:crypto';

/** Hashes strings that a store must not contain, such as API keys. */
export function digest(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}
