import type { StoredState } from '../dataset/state.js';
import type { MockResponse } from '../types.js';
import type { ClaimedKey } from './idempotency-store.js';
import type { Outcome, SharedState } from './shared-state.js';

export type Replica = ReturnType<typeof createReplica>;

/**
 * Creates this server's copy of a shared dataset. Replies of the store arrive in order, so the last one is the newest.
 *
 * @param onChange called after the copy has changed
 */
export function createReplica<State>(state: StoredState<State>, shared: SharedState, onChange: () => void) {
  const initial = { version: '', text: state.write(), copy: state.copy() };
  let current = initial;

  const show = (next: typeof initial) => {
    current = next;
    state.restore(next.copy);
    onChange();
  };

  return {
    /** Updates the copy from the store. */
    async refresh(): Promise<void> {
      const stored = await shared.read(current.version);
      if (stored === null || stored.version === current.version) return;
      show(stored.version === '' ? initial : { ...stored, copy: state.read(stored.text) });
    },
    /**
     * Runs a write on the copy and reverts its change, so that it is not visible before the commit.
     *
     * @param run changes the dataset synchronously
     */
    stage<T>(run: () => T) {
      const before = current;
      let made = before;
      try {
        const result = run();
        const text = state.write();
        if (text !== before.text) made = { version: '', text, copy: state.copy() };
        return {
          result,
          /** Commits the change for all servers, together with its response. */
          async commit(response: MockResponse, claimed: ClaimedKey | null, now: number): Promise<Outcome> {
            const change = made === before ? null : { from: before.version, text: made.text };
            const outcome = await shared.commit({ change, claimed, response, now });
            if (outcome.kind === 'committed' && change) show({ ...made, version: outcome.version });
            return outcome;
          },
        };
      } finally {
        state.restore(before.copy);
      }
    },
  };
}
