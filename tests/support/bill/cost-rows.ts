import { testBill } from '../dataset/dataset.js';
import type { FocusRow } from './tables-of.js';

export const day = (date: string) => ({
  ChargePeriodStart: `${date}T00:00:00Z`,
  ChargePeriodEnd: `${date}T24:00:00Z`,
});
export const costs = (billed: number, effective = billed) => ({
  BilledCost: billed,
  EffectiveCost: effective,
});
export const compute = { ServiceName: 'Compute', SubAccountId: '111111111111', RegionId: 'north-1' } as const;
export const path = { provider_id: 'provider_a' };
export const may = { start: '2026-05-01', end: '2026-05-31' };

/** The rows of a breakdown as pairs of group values and cost. */
export function rowsOf(rows: readonly FocusRow[], query: Record<string, unknown>, of = path): unknown[] {
  const bill = testBill([...rows, end], { now: '2026-07-01T00:00:00Z' });
  const group = (query.group_by as string[] | undefined)?.[0] ?? 'service';
  const column = group === 'tag' ? 'tag_value' : group;
  return bill
    .call('getCostBreakdown', { path: of, query: { ...may, ...query } })
    .items.map((row: any) => [row[column], row.cost]);
}

/** Usage without cost that ends the data. */
export const end = { ProviderName: 'Provider A', ...compute, ...day('2026-06-30') };
export const a = { ProviderName: 'Provider A' };
export const b = { ProviderName: 'Provider B' };
