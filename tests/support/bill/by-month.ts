import type { FocusRow } from './tables-of.js';

const amounts = [
  'ListCost',
  'ContractedCost',
  'EffectiveCost',
  'BilledCost',
  'CommitmentDiscountQuantity',
] as const;

/** Adds up the rows of the same kind in each calendar month. One-time charges stay as they are. */
export function byMonth(rows: readonly FocusRow[]): readonly FocusRow[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const month = row.ChargePeriodStart.slice(0, 7);
    const isOnce = row.ChargeFrequency === 'One-Time';
    const kind = isOnce ? row : { ...row, ...emptied, ChargePeriodStart: month, ChargePeriodEnd: null };
    const sum = sums.get(JSON.stringify(kind));
    if (sum === undefined)
      sums.set(JSON.stringify(kind), isOnce ? { ...row } : { ...row, ...periodOf(month) });
    else for (const amount of amounts) sum[amount] = Number(sum[amount] ?? 0) + Number(row[amount] ?? 0);
  }
  return [...sums.values()] as unknown as FocusRow[];
}

const emptied = Object.fromEntries(amounts.map((amount) => [amount, null]));

function periodOf(month: string) {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return { ChargePeriodStart: iso(start), ChargePeriodEnd: iso(end) };
}

const iso = (date: Date) => date.toISOString().replace('.000', '');
