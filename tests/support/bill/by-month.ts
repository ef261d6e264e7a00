import { groupBy } from '../../../src/group-by.js';
import type { FocusRow } from './tables-of.js';

const amounts = [
  'ListCost',
  'ContractedCost',
  'EffectiveCost',
  'BilledCost',
  'CommitmentDiscountQuantity',
] as const;
const withoutAmounts = Object.fromEntries(amounts.map((amount) => [amount, null]));

/** Adds up the rows of the same kind in each calendar month. One-time charges stay as they are. */
export function byMonth(rows: readonly FocusRow[]): readonly FocusRow[] {
  const isOnce = ({ ChargeFrequency }: FocusRow) => ChargeFrequency === 'One-Time';
  const ofMonths = rows
    .filter((row) => !isOnce(row))
    .map((row) => ({ ...row, ...monthOf(row.ChargePeriodStart) }));
  const kinds = groupBy(ofMonths, (row) => JSON.stringify({ ...row, ...withoutAmounts }));
  return [...rows.filter(isOnce), ...[...kinds.values()].map(sumOf)];
}

function sumOf(rows: readonly FocusRow[]): FocusRow {
  const total = (amount: (typeof amounts)[number]) =>
    rows.reduce((sum, row) => sum + Number(row[amount] ?? 0), 0);
  // An amount that no row has stays unknown.
  const known = amounts.filter((amount) => rows.some((row) => (row[amount] ?? null) !== null));
  return { ...(rows[0] as FocusRow), ...Object.fromEntries(known.map((amount) => [amount, total(amount)])) };
}

function monthOf(start: string) {
  const first = new Date(`${start.slice(0, 7)}-01T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  return { ChargePeriodStart: iso(first), ChargePeriodEnd: iso(next) };
}

const iso = (date: Date) => date.toISOString().replace('.000', '');
