import type { Context, Range } from '../context.js';
import type { Micros } from '../money.js';
import type { Account, Commitment } from '../seed-data/types.js';

/** Cost of an account's usage without and with discounts, in micro-dollars. */
export interface Savings {
  /** At list prices. */
  onDemandEquivalent: Micros;
  /** At contracted prices, without commitments. */
  contracted: Micros;
  /** Effective cost: amortized fees, including those of unused commitment. */
  effective: Micros;
  /** Saving of each instrument: contracted cost of the covered usage, less all its fees. */
  capacitySaved: Micros;
  spendSaved: Micros;
}

export function noSavings(): Savings {
  return { onDemandEquivalent: 0, contracted: 0, effective: 0, capacitySaved: 0, spendSaved: 0 };
}

export function addSavings(into: Savings, one: Savings): void {
  for (const key of Object.keys(into) as (keyof Savings)[]) into[key] += one[key];
}

const dollarKinds: ReadonlySet<Commitment['kind']> = new Set(['savings_plan', 'spend_commitment']);

/**
 * Sums up a range for every account with usage or commitments. Used commitment is charged to the
 * account that used it, unused commitment to the account that holds it.
 */
export function savingsByAccount(
  context: Context,
  provider: string,
  { first, last }: Range,
  scope: 'eligible' | 'all',
): ReadonlyMap<Account, Savings> {
  return context.memo(`savings ${provider} ${first} ${last} ${scope}`, () => {
    const accounts = new Map<Account, Savings>();
    const of = (account: Account) => {
      const known = accounts.get(account) ?? noSavings();
      accounts.set(account, known);
      return known;
    };
    for (const domain of context.ledger.domainsOf(provider)) {
      if (scope === 'eligible' && context.ledger.services.get(domain.service)?.commitable !== true) continue;
      const sums = domain.sum(first, last);
      sums.cells.forEach((cell, c) => {
        const savings = of(domain.cells[c]?.holder as Account);
        const uncovered = cell.contracted - cell.capacityContracted - cell.spendContracted;
        savings.onDemandEquivalent += cell.list;
        savings.contracted += cell.contracted;
        savings.effective += uncovered + cell.capacityNet + cell.spendNet;
        savings.capacitySaved += cell.capacityContracted - cell.capacityNet;
        savings.spendSaved += cell.spendContracted - cell.spendNet;
      });
      sums.lines.forEach((line, l) => {
        const feeLine = domain.lines[l];
        if (feeLine === undefined) return;
        const savings = of(feeLine.account);
        const unused = line.net - line.usedNet;
        savings.effective += unused;
        if (dollarKinds.has(feeLine.kind)) savings.spendSaved -= unused;
        else savings.capacitySaved -= unused;
      });
    }
    return accounts;
  });
}
