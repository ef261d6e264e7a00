import type { AppliedCost } from '../../../src/focus/datasets/applied-costs.js';
import type { ContractCommitment } from '../../../src/focus/datasets/contract-commitment.js';
import type { BillTables } from '../../../src/focus/tables/tables.js';
import { groupBy } from '../../../src/group-by.js';
import { dayOf, firstDayOf, lastDayOf, type Month, monthOf, startOfDay } from '../calendar.js';
import type { VendorContract } from '../ledger/contracts.js';
import { compareAmounts, type Micros, microsPerDollar, sum } from '../money.js';

/** What a bill has of contract commitments. */
export interface BilledContracts {
  /** Their terms. */
  readonly terms: readonly ContractCommitment[];
  readonly applied: readonly AppliedCost[];
}

export const noContracts: BilledContracts = { terms: [], applied: [] };

/**
 * The contracts of a bill: without commitments that a provider lists, those that are only proposed, and those whose
 * vendor is not known.
 */
export function contractsOf(
  tables: BillTables,
  { terms, applied }: BilledContracts,
  listed: ReadonlySet<string>,
): readonly VendorContract[] {
  const termOf = new Map(terms.map((term) => [term.id, term]));
  const appliedTo = groupBy(applied, ({ id }) => id);
  const months = completeMonths(tables, applied);
  return [...new Set([...termOf.keys(), ...appliedTo.keys()])].flatMap((id) => {
    const term = termOf.get(id);
    if (listed.has(id) || is(term?.status, 'Proposed')) return [];
    const own = appliedTo.get(id) ?? [];
    const vendor = vendorOf(tables, term, own);
    return vendor === null ? [] : [contractOf(id, vendor, term, own, months, tables.currency)];
  });
}

function is(value: string | null | undefined, ...words: readonly string[]): boolean {
  return words.some((word) => word.toLowerCase() === value?.toLowerCase());
}

/** The complete months of usage from the first with applied costs on: before, the export may not have had the column. */
function completeMonths({ firstDay, end }: BillTables, applied: readonly AppliedCost[]): readonly Month[] {
  const first = applied.reduce((month, one) => Math.min(month, one.month), Number.POSITIVE_INFINITY);
  const lastDay = dayOf(end - 1);
  const months: Month[] = [];
  for (let month = first; month <= monthOf(lastDay); month++) {
    const isOver = end >= startOfDay(lastDayOf(month) + 1);
    if (firstDayOf(month) >= firstDay && isOver) months.push(month);
  }
  return months;
}

/** The provider with the highest applied cost, or the only one, if the terms do not name the vendor. */
function vendorOf(
  { providers }: BillTables,
  term: ContractCommitment | undefined,
  applied: readonly AppliedCost[],
): string | null {
  if (term && term.vendor !== null) return term.vendor;
  const byProvider = groupBy(applied, ({ provider }) => provider);
  const costs = [...byProvider].map(([id, own]) => ({ id, cost: sumOf(own) }));
  const [main] = costs.sort((a, b) => compareAmounts(b.cost, a.cost) || (a.id < b.id ? -1 : 1));
  const id = main?.id ?? (providers.length === 1 ? providers[0]?.id : undefined);
  return providers.find((provider) => provider.id === id)?.name ?? null;
}

function contractOf(
  id: string,
  vendor: string,
  term: ContractCommitment | undefined,
  own: readonly AppliedCost[],
  months: readonly Month[],
  currency: string,
): VendorContract {
  const floorMonthly = term ? floorOf(term, currency) : null;
  const costs = new Map([...groupBy(own, ({ month }) => month)].map(([month, all]) => [month, sumOf(all)]));
  const isTerm = (month: Month) =>
    term !== undefined &&
    term.start <= startOfDay(firstDayOf(month)) &&
    term.end >= startOfDay(lastDayOf(month) + 1);
  return {
    id,
    vendor,
    floorMonthly,
    monthsBefore: (end, count) =>
      months
        .filter((month) => month < end && (isTerm(month) || costs.has(month)))
        .slice(-count)
        .map((month) => {
          return { month, floor: isTerm(month) ? floorMonthly : null, consumed: costs.get(month) ?? 0 };
        }),
  };
}

function sumOf(applied: readonly AppliedCost[]): Micros {
  return sum(applied.map(({ cost }) => cost));
}

/**
 * The floor of a month: the cost of a month-long commitment, or the month's part of one that must be fulfilled each
 * month. Null for others, such as one that must be spent within a year, which has no floor by month.
 */
function floorOf(term: ContractCommitment, currency: string): Micros | null {
  const { category, cost, interval, status, start, end } = term;
  const months = wholeMonths(start, end);
  const isByMonth = months === 1 || is(interval, 'Monthly');
  const isOther = category !== 'Spend' || (term.currency !== null && term.currency !== currency);
  if (cost === null || months === null || !isByMonth || isOther) return null;
  if (is(status, 'Canceled', 'Superseded')) return null;
  const floor = (Number(cost) * microsPerDollar) / months;
  return floor < 0 ? null : floor;
}

/** The number of months of a period; null if it starts or ends within one. */
function wholeMonths(start: number, end: number): number | null {
  const [first, next] = [monthOf(dayOf(start)), monthOf(dayOf(end))];
  const isWhole = start === startOfDay(firstDayOf(first)) && end === startOfDay(firstDayOf(next));
  return isWhole ? next - first : null;
}
