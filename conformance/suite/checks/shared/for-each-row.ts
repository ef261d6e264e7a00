import type { OperationId } from '../../../../src/generated/operations.js';
import type { PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { fail } from '../../../engine/judge/outcome.js';
import type { Judgment } from './on-response.js';

interface EachRow<T> extends Claim {
  /** The subjects to judge. The check does not apply to a response without one. */
  readonly each: (data: any, exchange: CompleteExchange) => readonly T[];
  readonly judge: (subject: T, exchange: CompleteExchange) => Judgment;
}

/** Returns a check of the data in successful responses of one operation. */
export function forEachRow<T>(operation: OperationId, { each, judge, ...claim }: EachRow<T>): PassiveCheck {
  const pick = (exchange: CompleteExchange) => each(exchange.response.json?.data ?? {}, exchange);
  // What was selected to see whether the check applies is judged next, and only then.
  const selected = new WeakMap<CompleteExchange, readonly T[]>();
  return {
    kind: 'passive',
    ...claim,
    on: 'success',
    operations: [operation],
    when(exchange) {
      const subjects = pick(exchange);
      if (subjects.length > 0) selected.set(exchange, subjects);
      return subjects.length > 0;
    },
    run(exchange) {
      const subjects = selected.get(exchange) ?? pick(exchange);
      selected.delete(exchange);
      for (const subject of subjects) {
        const judgment = judge(subject, exchange);
        if (judgment !== true) fail({ ...judgment, exchange });
      }
    },
  };
}
