import { listed, shortened } from '../../../../src/focus/focus-error.js';
import { groupBy } from '../../../../src/group-by.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import type { BillReport } from '../../../engine/judge/bill-report.js';
import type { Target } from '../../../engine/target/target.js';
import type { Found } from '../../discovery.js';
import { plusDays } from '../../figures/days.js';
import type { KnownBill } from '../../figures/known-bill.js';
import { lastCompleteDay } from '../../figures/provider-bills.js';
import { nowOf } from '../shared/timestamps.js';
import { dayOf } from './bill-check.js';

/** Most providers that a note names. */
const mostNamed = 5;
/** Most reasons that a note lists. */
const mostReasons = 8;

/** Returns notes on what the server is compared with, and on what it cannot be compared with. */
export async function notesOnBill(bill: KnownBill, found: Found, target: Target): Promise<string[]> {
  return [
    `Compared with ${bill.about}.`,
    ...(await aboutClock(bill, target)),
    ...(await aboutProviders(bill, found)),
  ];
}

/** Returns a note on what was not compared, and why; by reason, since one reason often applies to several operations. */
export function notesOnComparison(bill: BillReport | null): string[] {
  const parts = bill?.not_compared ?? [];
  if (bill?.compared === 0 || parts.length === 0) return [];
  const reasons = [...groupBy(parts, ({ reason }) => reason)].map(([reason, same]) => {
    const names = [...new Set(same.map(({ operation }) => operation ?? 'the whole API'))];
    return `${listed(names, mostNamed)} (${reason})`;
  });
  return [`Not or only partly compared with the bill: ${listed(reasons, mostReasons)}.`];
}

async function aboutClock(bill: KnownBill, { exchanges }: Target): Promise<string[]> {
  const last = await lastCompleteDay(bill);
  // A response of a gateway may have another clock, or none.
  const dated = exchanges.filter(isSuccess).find((exchange) => !Number.isNaN(nowOf(exchange)));
  if (last === null || !dated) return [];
  const today = dayOf(dated);
  const end = plusDays(last, 1);
  const set = `Set it to ${end} to compare everything.`;
  if (today < last)
    return [
      `The server's clock is at ${today}, before the end of the bill: later days are not compared. ${set}`,
    ];
  // Bills usually lack the last day or two.
  if (today <= plusDays(end, 2)) return [];
  return [
    `The server's clock is at ${today}, and the bill ends on ${last}: figures of the running month, the last month and the last 30 days are compared only with the days that the bill has. ${set}`,
  ];
}

/** Providers that only the bill or only the server has, unless they have none in common. */
async function aboutProviders(bill: KnownBill, found: Found): Promise<string[]> {
  const shown = found.providers instanceof Error ? null : found.providers;
  if (shown === null) return [];
  const billed = await bill.values('provider_id');
  const missing = billed.filter((id) => !shown.includes(id));
  const others = shown.filter((id) => !billed.includes(id));
  if (missing.length === billed.length) return [];
  const notes: string[] = [];
  if (missing.length > 0)
    notes.push(
      `The server does not list ${listed(missing.map(shortened), mostNamed)} of the bill, so their figures are not compared (--provider-id sets other ids).`,
    );
  if (others.length > 0)
    notes.push(
      `The bill has no charges of ${listed(others.map(shortened), mostNamed)}, which the server lists: figures of all providers together differ by their costs.`,
    );
  return notes;
}
