import type { PricedCell } from '../ledger/price-list.js';
import type { Micros } from '../money.js';
import type { Account, Cell } from '../seed-data/types.js';

/** The contracted price of an account for a list price. */
export function afterDiscount(list: Micros, account: Account): Micros {
  return Math.round((list * (10_000 - account.discountBps)) / 10_000);
}

export function priced(cells: readonly Cell[], accounts: ReadonlyMap<string, Account>): PricedCell[] {
  return cells.map((cell) => {
    const holder = accounts.get(cell.account) as Account;
    return { ...cell, holder, contractedPrice: afterDiscount(cell.listPrice, holder) };
  });
}
