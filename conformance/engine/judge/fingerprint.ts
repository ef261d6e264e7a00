import { createHash } from 'node:crypto';
import type { Violation } from './outcome.js';

/** Replaces the index of each row: `data.items[3].id` becomes `data.items[].id`. */
export function withoutRows(message: string): string {
  return message.replace(/\[\d+\]/g, '[]');
}

/**
 * Returns what violations of one kind have in common: the message without the target's data (in double quotes, and
 * row indexes), and an unexpected status (all 2xx are equal).
 */
export function kindOf({ message, actual }: Pick<Violation, 'message' | 'actual'>): [string, string] {
  const sentence = withoutRows(message.replace(/"(?:[^"\\]|\\.)*"?/g, '"…"'));
  const status = /^status \d+( with code \w+)?/.exec(actual)?.[0].replace(/ 2\d\d/, ' 2xx') ?? '';
  return [sentence, status];
}

/**
 * Returns an id of a violation that is the same in every run, such as `fp-3f9a01c2d4e5`. It is a hash of the
 * check and the kind of the violation. It does not depend on hosts, ids, times, amounts or the operation.
 */
export function fingerprintOf(check: string, violation: Pick<Violation, 'message' | 'actual'>): string {
  const hash = createHash('sha256').update(JSON.stringify([check, ...kindOf(violation)]));
  return `fp-${hash.digest('hex').slice(0, 12)}`;
}
