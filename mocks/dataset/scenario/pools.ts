import { getOrInsert } from '../../../src/get-or-insert.js';
import { hourOf } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import { lastInstantOf } from '../seed-data/last-instant.js';
import type { Account, Commitment } from '../seed-data/types.js';
import { afterDiscount } from './prices.js';
import { createStack, type Slot, type Stack } from './stack.js';

/** Commitments that share a stack, and the cells that they cover, in order of coverage. */
export interface Pool {
  readonly kind: 'capacity' | 'spend';
  readonly stack: Stack;
  readonly cells: readonly number[];
}

/** The account, service, region and kind that fees of commitments are charged to. */
export interface FeeLine {
  readonly account: Account;
  readonly service: string;
  readonly region: string;
  readonly kind: Commitment['kind'];
}

/** The commitments of one service by pool, and their fees by line. */
export interface Arrangement {
  /** Capacity pools first, as they apply before spend commitments. */
  readonly pools: readonly Pool[];
  readonly lines: readonly FeeLine[];
}

/** Groups the commitments of one service into pools, and their fees into lines. */
export function arrange(
  commitments: readonly Commitment[],
  cells: readonly PricedCell[],
  accounts: ReadonlyMap<string, Account>,
): Arrangement {
  const lines: FeeLine[] = [];
  const lineOf = new Map<string, number>();
  const byPool = new Map<string, Slot[]>();
  for (const commitment of commitments) {
    if (commitment.stateOverride !== null) continue;
    const { service, region, kind, capacity } = commitment;
    const account = accounts.get(commitment.holder) as Account;
    const lineKey = `${commitment.holder}|${region}|${kind}`;
    const line = getOrInsert(lineOf, lineKey, () => lines.push({ account, service, region, kind }) - 1);
    const slot = slotOf(commitment, account, line);
    // Capacity applies to a region and platform, a spend commitment to the whole service.
    const pool = capacity === null ? 'spend' : `capacity|${region}|${capacity.platform ?? ''}`;
    getOrInsert(byPool, pool, () => []).push(slot);
  }
  return { pools: poolsOf(byPool, commitments, cells), lines };
}

/** The upfront payment for the hours of a term, at list price and after the holder's negotiated discount. */
export function upfrontPayment({ commitment, from }: Slot, holder: Account) {
  const { end, upfrontPerHour } = commitment;
  const hours = hourOf(end) - from;
  return { hours, amount: hours * upfrontPerHour, net: hours * afterDiscount(upfrontPerHour, holder) };
}

function slotOf(commitment: Commitment, holder: Account, line: number): Slot {
  const { capacity, feePerHour: fee, upfrontPerHour, coversListPerHour } = commitment;
  const net = afterDiscount(fee, holder);
  return {
    commitment,
    size: capacity === null ? coversListPerHour : capacity.quantity * capacity.unitsPerOne,
    fee,
    net,
    cash: fee - upfrontPerHour,
    cashNet: net - afterDiscount(upfrontPerHour, holder),
    line,
    from: hourOf(commitment.start),
    to: hourOf(lastInstantOf(commitment)),
  };
}

function poolsOf(
  byPool: ReadonlyMap<string, Slot[]>,
  commitments: readonly Commitment[],
  cells: readonly PricedCell[],
): readonly Pool[] {
  const holders = new Set(commitments.map(({ holder }) => holder));
  // Commitments cover the accounts that hold them before those that only share them.
  const order = cells
    .map((cell, c) => ({ cell, c }))
    .filter(({ cell }) => cell.holder.shares)
    .sort((a, b) => Number(holders.has(b.cell.account)) - Number(holders.has(a.cell.account)) || a.c - b.c);
  const pools = [...byPool].map(([key, slots]): Pool => {
    const [kind, region, platform] = key.split('|');
    const matches = ({ cell }: (typeof order)[number]) =>
      kind === 'spend' || (cell.region === region && (platform === '' || cell.platform === platform));
    return {
      kind: kind as Pool['kind'],
      // The oldest commitment is used first, so a new one does not reduce the utilization of old ones.
      stack: createStack(slots.sort((a, b) => a.from - b.from)),
      cells: order.filter(matches).map(({ c }) => c),
    };
  });
  return pools.sort((a, b) => Number(a.kind === 'spend') - Number(b.kind === 'spend'));
}
