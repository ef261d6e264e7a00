import { createHash } from 'node:crypto';
import type { Fault } from './outcome.js';

/**
 * What names a fault in every run: the check, its sentence without the target's data (what stands in
 * double quotes, and positions in lists), and the status where another than expected came (any success
 * is one). Hosts, ids, times, amounts and the operation have no part in it.
 *
 * @returns such as `fp-3f9a01c2d4e5`
 */
export function fingerprintOf(check: string, { message, actual }: Pick<Fault, 'message' | 'actual'>): string {
  const sentence = message.replace(/"(?:[^"\\]|\\.)*"/g, '"…"').replace(/\[\d+\]/g, '[]');
  const status = /^status \d+( with code \w+)?/.exec(actual)?.[0].replace(/ 2\d\d/, ' 2xx') ?? '';
  const hash = createHash('sha256').update(JSON.stringify([check, sentence, status]));
  return `fp-${hash.digest('hex').slice(0, 12)}`;
}
