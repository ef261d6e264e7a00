import { defined } from '../../src/defined.js';
import type { Fixtures } from '../fixtures.js';
import { type Context, nowOf } from './context.js';
import type { HeldCommitment } from './seed-data/types.js';

/** Returns the ids of notable cases in this dataset at the current time. */
export function fixturesOf(context: Context): Fixtures {
  const { seedData } = context.ledger;
  const now = nowOf(context);
  const [tagKey] = context.state.tagKeys.values();
  const idOf = (matches: (commitment: HeldCommitment) => boolean) => seedData.commitments.find(matches)?.id;
  const isRunning = ({ stateOverride, retiredAt, start, end }: HeldCommitment) =>
    stateOverride === null &&
    retiredAt === null &&
    (start === null || start <= now) &&
    (end === null || now < end);
  return defined({
    audit_id: seedData.audits[0]?.id,
    recommendation_id: seedData.recommendations.find(({ targets }) => targets.length > 0)?.id,
    tag_key: tagKey && { id: tagKey.seed.id, name: tagKey.rules.name, version: tagKey.rulesVersion },
    commitments: defined({
      reservation: idOf(
        (commitment) =>
          commitment.kind === 'reserved_instance' && isRunning(commitment) && commitment.lookupError === null,
      ),
      unpriced: idOf(({ lookupError }) => lookupError !== null),
      raised: idOf(({ renewal }) => renewal !== null),
      unraised: idOf((commitment) => commitment.renewal === null && isRunning(commitment)),
    }),
    providers: seedData.providers.map(({ id }) => id),
  });
}
