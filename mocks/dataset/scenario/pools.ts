import { groupBy } from '../../../src/group-by.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { Account, Commitment } from '../seed-data/types.js';
import { Stack } from './stack.js';

/** Commitments that share a stack, and the cells that they cover, in order of coverage. */
export interface Pool {
  readonly kind: 'capacity' | 'spend';
  readonly stack: Stack;
  readonly cells: readonly number[];
}

/** Groups the charged commitments of one service into pools: capacity first, as it applies before spend commitments. */
export function poolsOf(
  commitments: readonly Commitment[],
  cells: readonly PricedCell[],
  accounts: ReadonlyMap<string, Account>,
): readonly Pool[] {
  const holders = new Set(commitments.map(({ holder }) => holder));
  // Commitments cover the accounts that hold them before those that only share them.
  const order = cells
    .map((cell, c) => ({ cell, c }))
    .filter(({ cell }) => cell.holder.shares)
    .sort((a, b) => Number(holders.has(b.cell.account)) - Number(holders.has(a.cell.account)) || a.c - b.c);
  // Capacity applies to a region and platform, a spend commitment to the whole service.
  const byPool = groupBy(commitments.filter(isCharged), ({ capacity, region }) =>
    capacity === null ? '' : `${region}|${capacity.platform ?? ''}`,
  );
  const pools = [...byPool.values()].map((own): Pool => {
    const [{ capacity, region }] = own;
    const matches = ({ cell }: (typeof order)[number]) =>
      capacity === null ||
      (cell.region === region && (capacity.platform === null || cell.platform === capacity.platform));
    return {
      kind: capacity === null ? 'spend' : 'capacity',
      // The oldest commitment is used first, so a new one does not reduce the utilization of old ones.
      stack: new Stack(
        own.sort((a, b) => a.start - b.start),
        accounts,
      ),
      cells: order.filter(matches).map(({ c }) => c),
    };
  });
  return pools.sort((a, b) => Number(a.kind === 'spend') - Number(b.kind === 'spend'));
}

/** Commitments in a state that the provider reports have no charges. */
export function isCharged({ stateOverride }: Commitment): boolean {
  return stateOverride === null;
}
