import { type Context, nowOf } from '../context.js';
import type { Commitment } from '../seed-data/types.js';
import { stateOf } from './status.js';

/** The active commitments of one provider, or of all. */
export function runningCommitments(context: Context, provider: string | undefined): readonly Commitment[] {
  return context.memoOfStates(`running ${provider ?? ''}`, () => {
    const now = nowOf(context);
    return context.ledger.seedData.commitments.filter(
      (one) => stateOf(one, now) === 'active' && (provider === undefined || one.provider === provider),
    );
  });
}
