import type { FocusRow } from './tables-of.js';

/** A correction of a row by a multiple of its costs and quantity. */
export function timesMinus(factor: number, row: FocusRow): FocusRow {
  const { ListCost = 0, ContractedCost = 0, EffectiveCost = 0, BilledCost = 0 } = row;
  const { CommitmentDiscountQuantity: quantity } = row;
  return {
    ...row,
    ChargeClass: 'Correction',
    CommitmentDiscountQuantity: quantity ? -factor * quantity : null,
    ListCost: ListCost && -factor * ListCost,
    ContractedCost: ContractedCost && -factor * ContractedCost,
    EffectiveCost: -factor * EffectiveCost,
    BilledCost: -factor * BilledCost,
  };
}
