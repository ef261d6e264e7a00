import { type Context, nowOf } from '../context.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { measureOf } from './measured.js';
import { stateOf } from './status.js';

/** The active commitments of one provider, or of all; those whose state is not known, if they ran recently. */
export function runningCommitments(
  context: Context,
  provider: string | undefined,
): readonly HeldCommitment[] {
  return context.memoOfStates(`running ${provider ?? ''}`, () => {
    const now = nowOf(context);
    return context.ledger.seedData.commitments.filter((one) => {
      if (provider !== undefined && one.provider !== provider) return false;
      const state = stateOf(one, now);
      return state === null ? measureOf(context, one) !== null : state === 'active';
    });
  });
}
