import type { Day } from '../calendar.js';
import { isDollarKind } from '../commitments/held.js';
import {
  type AccountRef,
  type ByAccount,
  type Coverage,
  figuresOf,
  noCoverage,
  noSavings,
  type Savings,
} from './figures.js';
import type { ScenarioDomain } from './scenario-domain.js';
import type { CellSum } from './sums.js';

/** Coverage at contracted prices. */
export function coverageByAccount(domain: ScenarioDomain, first: Day, last: Day): ByAccount<Coverage> {
  const accounts = new Map<AccountRef, Coverage>();
  domain.sum(first, last).cells.forEach((cell, c) => {
    const coverage = figuresOf(accounts, domain.cells[c]!.holder, noCoverage);
    coverage.capacity += cell.capacityContracted;
    coverage.spend += cell.spendContracted;
    coverage.onDemand += onDemandOf(cell);
  });
  return accounts;
}

export function savingsByAccount(domain: ScenarioDomain, first: Day, last: Day): ByAccount<Savings> {
  const accounts = new Map<AccountRef, Savings>();
  const sums = domain.sum(first, last);
  sums.cells.forEach((cell, c) => {
    const savings = figuresOf(accounts, domain.cells[c]!.holder, noSavings);
    savings.onDemandEquivalent += cell.list;
    savings.contracted += cell.contracted;
    savings.effective += onDemandOf(cell) + cell.capacityNet + cell.spendNet;
    savings.capacitySaved += cell.capacityContracted - cell.capacityNet;
    savings.spendSaved += cell.spendContracted - cell.spendNet;
  });
  sums.lines.forEach((line, l) => {
    const { account, kind } = domain.lines[l]!;
    const savings = figuresOf(accounts, account, noSavings);
    const unused = line.net - line.usedNet;
    savings.effective += unused;
    if (isDollarKind(kind)) savings.spendSaved -= unused;
    else savings.capacitySaved -= unused;
  });
  return accounts;
}

/** The contracted cost of usage that no commitment covered. */
function onDemandOf({ contracted, capacityContracted, spendContracted }: CellSum): number {
  return contracted - capacityContracted - spendContracted;
}
