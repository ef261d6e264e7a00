import { type Context, nowOf } from '../context.js';
import { notFound } from '../responses.js';
import { isSpendKind } from '../seed-data/offerings.js';
import type { Commitment, HeldCommitment } from '../seed-data/types.js';
import { isActive } from './status.js';

/** The number of units that it holds; null for a commitment to dollars, and if it is not known. */
export function quantityOf({ kind, capacity, quantity }: HeldCommitment): number | null {
  if (capacity !== null) return capacity.quantity;
  return isSpendKind(kind) ? null : (quantity ?? null);
}

/** Whether its prices are known, which only those of an invented organization are. */
export function isPriced(commitment: HeldCommitment): commitment is Commitment {
  return commitment.feePerHour !== null;
}

/** No commitment of an invented organization can be cancelled; a bill does not say. */
export function cancellableOf(commitment: HeldCommitment): false | null {
  return isPriced(commitment) ? false : null;
}

/** The display name of a commitment's service. */
export function serviceLabelOf({ ledger }: Context, { provider, service }: HeldCommitment): string {
  return ledger.serviceOf(provider, service)?.label ?? service;
}

/** The name of the account that holds it, else the id. */
export function accountNameOf({ ledger }: Context, { provider, holder }: HeldCommitment): string {
  return ledger.accountOf(provider, holder)?.name ?? holder;
}

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

/** The commitment named in the path. @throws {HttpError} 404 */
export function commitmentNamed({ ledger }: Context, id: string): HeldCommitment {
  const commitment = ledger.commitments.get(id);
  if (commitment !== undefined) return commitment;
  throw notFound(
    `Commitment ${id} does not exist. Use an id from the list of commitments and percent-encode it once.`,
  );
}
