import { literal } from '../../../src/focus/sql.js';
import type { Deviation } from '../../engine/claim.js';
import { isCommitted } from './commitment-rows.js';
import type { Days } from './days.js';
import type { KnownBill } from './known-bill.js';
import { chargedIn } from './queries/query.js';

/**
 * Returns whether any commitment is measured from a day before some days on: none of its rows starts in them, but a
 * charge period of it covers some of them.
 */
export async function startsBefore(bill: KnownBill, where: readonly string[], days: Days): Promise<boolean> {
  const first = `DATE ${literal(days.first)}`;
  const found = await bill.column(
    `SELECT CommitmentDiscountId FROM charges WHERE ${[...where, ...isCommitted].join(' AND ')} GROUP BY CommitmentDiscountId
      HAVING NOT bool_or(${chargedIn(days).join(' AND ')}) AND bool_or(ChargePeriodStart < ${first} AND ChargePeriodEnd > ${first})`,
  );
  return found.length > 0;
}

/**
 * Returns what another figure of a day is than that of the rows which start on it: these define it, unless a charge period
 * is longer than a day, which a server may spread over its days.
 */
export async function deviationOfDays(bill: KnownBill, where: readonly string[]): Promise<Deviation> {
  const longer = 'ChargePeriodEnd > ChargePeriodStart + INTERVAL 1 DAY';
  const { rows } = await bill.total({ figures: {}, where: [...where, longer] });
  return rows === 0 ? 'contradiction' : 'preference';
}
