import { createHash } from 'node:crypto';

/** Stands for words that a store need not know, such as API keys. */
export function digest(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}
