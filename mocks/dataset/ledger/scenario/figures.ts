import { getOrInsert } from '../../../../src/get-or-insert.js';
import { isDollarKind } from '../../commitments/held.js';
import {
  type AccountRef,
  type ByAccount,
  type Coverage,
  noCoverage,
  noSavings,
  type Savings,
} from '../figures.js';
import type { FeeLine } from '../pools.js';
import type { PricedCell } from '../prices.js';
import type { CellSum, Sums } from '../sums.js';

/** What the sums are of, in the same order. */
interface Parts {
  readonly cells: readonly PricedCell[];
  readonly lines: readonly FeeLine[];
}

/** Coverage at contracted prices. */
export function coverageByAccount({ cells }: Parts, sums: Sums): ByAccount<Coverage> {
  const accounts = new Map<AccountRef, Coverage>();
  sums.cells.forEach((cell, c) => {
    const coverage = getOrInsert(accounts, cells[c]!.holder, noCoverage);
    coverage.capacity += cell.capacityContracted;
    coverage.spend += cell.spendContracted;
    coverage.onDemand += onDemandOf(cell);
  });
  return accounts;
}

export function savingsByAccount({ cells, lines }: Parts, sums: Sums): ByAccount<Savings> {
  const accounts = new Map<AccountRef, Savings>();
  sums.cells.forEach((cell, c) => {
    const savings = getOrInsert(accounts, cells[c]!.holder, noSavings);
    savings.onDemandEquivalent += cell.list;
    savings.contracted += cell.contracted;
    const effective = onDemandOf(cell) + cell.capacityNet + cell.spendNet;
    savings.effective += effective;
    savings.billed += effective;
    savings.capacitySaved += cell.capacityContracted - cell.capacityNet;
    savings.spendSaved += cell.spendContracted - cell.spendNet;
  });
  sums.lines.forEach((line, l) => {
    const { account, kind } = lines[l]!;
    const savings = getOrInsert(accounts, account, noSavings);
    const unused = line.net - line.usedNet;
    savings.effective += unused;
    savings.billed += unused;
    if (isDollarKind(kind)) savings.spendSaved -= unused;
    else savings.capacitySaved -= unused;
  });
  return accounts;
}

/** The contracted cost of usage that no commitment covered. */
function onDemandOf({ contracted, capacityContracted, spendContracted }: CellSum): number {
  return contracted - capacityContracted - spendContracted;
}
