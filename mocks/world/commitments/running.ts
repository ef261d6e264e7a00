import type { Commitment } from '../cast/types.js';
import { type Context, nowOf } from '../context.js';
import { stateOf } from './status.js';

/** The commitments that run, of one provider or of all. */
export function runningCommitments(context: Context, provider: string | undefined): readonly Commitment[] {
  return context.memoOfStates(`running ${provider ?? ''}`, () => {
    const now = nowOf(context);
    return context.ledger.cast.commitments.filter(
      (one) => stateOf(one, now) === 'active' && (provider === undefined || one.provider === provider),
    );
  });
}
