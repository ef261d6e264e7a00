import { type Context, nowOf } from '../context.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { isActive } from './status.js';

/** The active commitments of one provider, or of all. */
export function runningCommitments(
  context: Context,
  provider: string | undefined,
): readonly HeldCommitment[] {
  return context.memoOfStates(`running ${provider ?? ''}`, () => {
    const now = nowOf(context);
    return context.ledger.seedData.commitments.filter(
      (one) => isActive(one, now) && (provider === undefined || one.provider === provider),
    );
  });
}
