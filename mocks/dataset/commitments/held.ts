import type { Commitment, HeldCommitment } from '../seed-data/types.js';

const dollarKinds: ReadonlySet<HeldCommitment['kind']> = new Set(['savings_plan', 'spend_commitment']);

/** Whether it commits to dollars, which have no units. */
export function isDollarKind(kind: HeldCommitment['kind']): boolean {
  return dollarKinds.has(kind);
}

/** The number of units that it holds; null for a commitment to dollars, and if it is not known. */
export function quantityOf({ kind, capacity, quantity }: HeldCommitment): number | null {
  if (capacity !== null) return capacity.quantity;
  return isDollarKind(kind) ? null : (quantity ?? null);
}

/** Whether its prices are known, which only those of an invented organization are. */
export function isPriced(commitment: HeldCommitment): commitment is Commitment {
  return commitment.feePerHour !== null;
}

/** No commitment of an invented organization can be cancelled; a bill does not say. */
export function cancellableOf(commitment: HeldCommitment): false | null {
  return isPriced(commitment) ? false : null;
}
