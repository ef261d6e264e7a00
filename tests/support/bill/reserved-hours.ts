import { testBill } from '../dataset/dataset.js';
import { type FocusRow, hourReservation } from './tables-of.js';

export const priced = (list: number, contracted: number, effective: number, billed = 0) => ({
  ListCost: list,
  ContractedCost: contracted,
  EffectiveCost: effective,
  BilledCost: billed,
});
export const web = { SubAccountId: '111111111111', SubAccountName: 'web', RegionId: 'north-1' } as const;
export const lab = { SubAccountId: '222222222222', SubAccountName: 'lab', RegionId: 'north-1' } as const;
export const used = { ...hourReservation, CommitmentDiscountStatus: 'Used' } as const;
export const unused = { ...hourReservation, CommitmentDiscountStatus: 'Unused' } as const;

/** Repeats rows in each hour of June. */
export function hourly(rowsOf: (hour: number) => readonly Partial<FocusRow>[], days = 30): FocusRow[] {
  return Array.from({ length: 24 * days }, (_, i) =>
    rowsOf(i % 24).map((row) => ({
      ...row,
      ChargePeriodStart: new Date(Date.UTC(2026, 5, 1, i)).toISOString(),
    })),
  ).flat();
}

/**
 * In each hour a reservation of four units at 0.50: two used by `web`, one by `lab`, one unused. On demand, `web`
 * spends 10 at list and 9 at contracted prices, and storage costs 1.
 */
export const rows = hourly(() => [
  { ...used, ...web, CommitmentDiscountQuantity: 2, ...priced(4, 3.6, 1) },
  { ...used, ...lab, CommitmentDiscountQuantity: 1, ...priced(2, 2, 0.5) },
  // Nothing ran, so the list price does not count.
  { ...unused, ...web, CommitmentDiscountQuantity: 1, ...priced(99, 99, 0.5) },
  { ServiceName: 'Compute', ...web, platform: 'Linux', ...priced(10, 9, 9, 9) },
  { ServiceName: 'Storage', ...web, ...priced(1, 1, 1, 1) },
]);
export const bill = testBill(rows);
export const hours = 24 * 30;
export const month = 730;
