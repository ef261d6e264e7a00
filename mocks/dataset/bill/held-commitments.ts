import type { InventoryEntry } from '../../../src/focus/datasets/read-inventory.js';
import type { BilledCommitment, BillLine, BillTables } from '../../../src/focus/tables/tables.js';
import { groupBy } from '../../../src/group-by.js';
import { type Day, type Instant, msPerDay, startOfDay } from '../calendar.js';
import { compareAmounts } from '../money.js';
import type { ChargedDays, CommitmentKind, HeldCommitment, PaymentOption } from '../seed-data/types.js';

/** Why a replacement cannot be priced. */
const lookupError = 'The data contain no prices of replacements.';

/** The commitments in a bill, with what an inventory adds. */
export function heldCommitments(
  tables: BillTables,
  inventory: readonly InventoryEntry[],
): readonly HeldCommitment[] {
  const reported = new Map(inventory.map((entry) => [entry.id, entry]));
  const rows = rowsByCommitment(tables);
  const lastDays = lastUsageDays(tables);
  const billed = tables.commitments.map((commitment) => {
    const own = rows.get(keyOf(commitment)) ?? [];
    const charged = chargedDays(commitment, own, lastDays.get(commitment.provider));
    const term = isContradicted(commitment, own) ? null : commitment.term;
    return held({ ...commitment, term }, own, reported.get(commitment.id), charged);
  });
  const ids = new Set(tables.commitments.map(({ id }) => id));
  return [
    ...billed,
    ...inventory.filter(({ id }) => !ids.has(id)).flatMap((entry) => withoutCharges(entry, tables)),
  ];
}

/** A commitment without charges, such as a queued one; none if its provider or category is not known. */
function withoutCharges(
  entry: InventoryEntry,
  { providers, lastDay }: BillTables,
): readonly HeldCommitment[] {
  const { id, provider, category, name, type } = entry;
  if (category === null || !providers.some((one) => one.id === provider)) return [];
  const unknown = { unit: null, billingAccount: null, term: null, longPeriods: [] };
  const commitment = { id, provider: provider as string, name, category, type, ...unknown };
  return [held(commitment, [], entry, { first: lastDay, last: lastDay, isCurrent: false })];
}

/** The sums of a line over all days. */
interface Row {
  readonly line: BillLine;
  billed: number;
  effective: number;
  list: number;
  first: Day;
  last: Day;
}

function keyOf({ provider, id }: { readonly provider: string; readonly id: string | null }): string {
  return JSON.stringify([provider, id]);
}

function rowsByCommitment({ lines, days }: BillTables): ReadonlyMap<string, readonly Row[]> {
  const rows = lines.map((line): Row | null =>
    line.commitment === null
      ? null
      : { line, billed: 0, effective: 0, list: 0, first: Number.MAX_VALUE, last: -Number.MAX_VALUE },
  );
  for (let i = 0; i < days.line.length; i++) {
    const row = rows[days.line[i]!]!;
    if (row === null) continue;
    row.billed += days.billed[i]!;
    row.effective += days.effective[i]!;
    row.list += days.list[i]!;
    row.first = Math.min(row.first, days.day[i]!);
    row.last = Math.max(row.last, days.day[i]!);
  }
  return groupBy(
    rows.filter((row) => row !== null),
    ({ line }) => keyOf({ provider: line.provider, id: line.commitment }),
  );
}

/** The last day with usage of each provider, since the exports of some are later than those of others. */
export function lastUsageDays({ lines, days }: BillTables): ReadonlyMap<string, Day> {
  const last = new Map<string, Day>();
  for (let i = 0; i < days.line.length; i++) {
    // The last day of a line is its last entry.
    if (days.line[i] === days.line[i + 1]) continue;
    const { provider, category } = lines[days.line[i]!]!;
    if (category !== 'Usage') continue;
    last.set(provider, Math.max(last.get(provider) ?? -Number.MAX_VALUE, days.day[i]!));
  }
  return last;
}

/** Days of usage within which the rows of a commitment can be late. */
const lateDays = 3;

/** Whether a commitment is used after the period of its purchase, which is then that of the payment and not its term. */
function isContradicted({ term }: BilledCommitment, rows: readonly Row[]): boolean {
  const committed = usageOf(rows).filter(({ line }) => line.status !== null);
  return term !== null && committed.some(({ last }) => startOfDay(last - lateDays) >= term.end);
}

function chargedDays(
  { longPeriods }: BilledCommitment,
  rows: readonly Row[],
  lastUsageDay: Day | undefined,
): ChargedDays {
  const first = rows.reduce((day, row) => Math.min(day, row.first), Number.MAX_VALUE);
  const last = [...rows, ...longPeriods].reduce((day, one) => Math.max(day, one.last), -Number.MAX_VALUE);
  return { first, last, isCurrent: lastUsageDay !== undefined && last > lastUsageDay - lateDays };
}

function held(
  { id, provider, name, category, type, billingAccount, term }: BilledCommitment,
  rows: readonly Row[],
  entry: InventoryEntry | undefined,
  charged: ChargedDays,
): HeldCommitment {
  const kind = kindOf(provider, category ?? entry?.category ?? null);
  const start = entry?.start ?? term?.start ?? null;
  const derivedEnd = entry === undefined || entry.end !== null ? null : endOfTerm(entry);
  const end = entry?.end ?? derivedEnd ?? term?.end ?? null;
  // Usage shows which service it covers; only the inventory knows who holds it, and the region it was bought for.
  const isUsed = usageOf(rows).length > 0;
  return {
    id,
    provider,
    service: (isUsed ? null : entry?.service) ?? mainOf(rows, ({ line }) => line.service) ?? '',
    holder: entry?.account ?? mainAccount(rows) ?? billingAccount ?? '',
    region: entry?.region ?? mainOf(rows, ({ line }) => line.region) ?? 'global',
    kind,
    reported: entry?.state ?? null,
    stateOverride: null,
    planType: type ?? entry?.type ?? null,
    start,
    end,
    isEndDerived: derivedEnd !== null,
    charged,
    retiredAt: null,
    termMonths: entry?.termMonths ?? termMonths(start, end),
    payment: entry?.paymentOption ?? paymentOf(rows),
    capacity: null,
    quantity: entry?.quantity ?? null,
    feePerHour: null,
    upfrontPerHour: null,
    upfront: term === null ? null : upfrontOf(rows),
    exchangeable: null,
    tags: null,
    name: name ?? entry?.name ?? null,
    lookupError,
    renewal: null,
    predecessor: null,
  };
}

function kindOf(provider: string, category: BilledCommitment['category']): CommitmentKind {
  if (category === 'Spend') return provider === 'provider_a' ? 'savings_plan' : 'spend_commitment';
  return provider === 'provider_a' ? 'reserved_instance' : 'committed_use_discount';
}

function usageOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ line }) => line.category === 'Usage');
}

/** The value with the highest effective cost of usage, else with the highest billed cost. */
function mainOf(rows: readonly Row[], nameOf: (row: Row) => string | null): string | null {
  const usage = usageOf(rows);
  const costs = new Map<string | null, number>();
  for (const row of usage.length > 0 ? usage : rows) {
    const value = nameOf(row);
    costs.set(value, (costs.get(value) ?? 0) + (usage.length > 0 ? row.effective : row.billed));
  }
  const [main] = [...costs].sort(
    ([a, x], [b, y]) => compareAmounts(y, x) || ((a ?? '') < (b ?? '') ? -1 : 1),
  );
  return main?.[0] ?? null;
}

/** The main account of the rows that have one. */
function mainAccount(rows: readonly Row[]): string | null {
  const owned = rows.filter(({ line }) => line.account !== null);
  return mainOf(owned, ({ line }) => line.account);
}

/** At list price, as all prices in an inventory. Null if refunds exceed the payment. */
function upfrontOf(rows: readonly Row[]): number | null {
  const paid = rows.filter(isUpfront).reduce((sum, { list }) => sum + list, 0);
  return compareAmounts(paid, 0) < 0 ? null : paid;
}

function isUpfront({ line }: Row): boolean {
  return line.category === 'Purchase' && line.frequency === 'One-Time';
}

/** Null unless it was bought in the period of the data: before that, an upfront payment is not known. */
function paymentOf(rows: readonly Row[]): PaymentOption | null {
  if (!rows.some(isUpfront)) return null;
  const recurs = rows.some(({ line }) => line.category === 'Purchase' && line.frequency === 'Recurring');
  return recurs ? 'partial_upfront' : 'all_upfront';
}

const daysPerMonth = 365 / 12;

/** The end of a term that an inventory states as a start and months: a year has 365 days, as in what providers sell. */
function endOfTerm({ start, termMonths }: InventoryEntry): Instant | null {
  if (start === null || termMonths === null) return null;
  return start + Math.round(termMonths * daysPerMonth) * msPerDay;
}

/** Null for a term that is not a number of months. */
function termMonths(start: Instant | null, end: Instant | null): number | null {
  if (start === null || end === null) return null;
  const days = (end - start) / msPerDay;
  const months = Math.round(days / daysPerMonth);
  // Months differ by up to three days.
  return months >= 1 && Math.abs(days - months * daysPerMonth) <= 3 ? months : null;
}
