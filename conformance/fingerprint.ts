import { createHash } from 'node:crypto';
import type { Violation } from './outcome.js';

/**
 * Returns an id of a violation that is the same in every run, such as `fp-3f9a01c2d4e5`. It is a hash of the
 * check, the message without the target's data (in double quotes, and list indexes) and an unexpected
 * status (all 2xx are equal). It does not depend on hosts, ids, times, amounts or the operation.
 */
export function fingerprintOf(
  check: string,
  { message, actual }: Pick<Violation, 'message' | 'actual'>,
): string {
  const sentence = message.replace(/"(?:[^"\\]|\\.)*"/g, '"…"').replace(/\[\d+\]/g, '[]');
  const status = /^status \d+( with code \w+)?/.exec(actual)?.[0].replace(/ 2\d\d/, ' 2xx') ?? '';
  const hash = createHash('sha256').update(JSON.stringify([check, sentence, status]));
  return `fp-${hash.digest('hex').slice(0, 12)}`;
}
