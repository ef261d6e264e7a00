import type { Micros } from '../money.js';

/** An account as responses show it. The id is null for costs without an account, the name if it is not known. */
export interface AccountRef {
  readonly id: string | null;
  readonly name: string | null;
}

/** Covered and on-demand spend. */
export interface Coverage {
  capacity: Micros;
  spend: Micros;
  onDemand: Micros;
}

/** Cost of usage without and with discounts. */
export interface Savings {
  /** At list prices. */
  onDemandEquivalent: Micros;
  /** At contracted prices, without commitments. */
  contracted: Micros;
  /** Effective cost: amortized fees, including those of unused commitment. */
  effective: Micros;
  /** The part of `onDemandEquivalent` of usage of which a price is not known. */
  unpriced: Micros;
  /** Billed cost, the weight of usage that is not measured. */
  billed: Micros;
  /** Saving of each instrument: contracted cost of the covered usage, less all its fees. */
  capacitySaved: Micros;
  spendSaved: Micros;
}

export function noCoverage(): Coverage {
  return { capacity: 0, spend: 0, onDemand: 0 };
}

export function addCoverage(into: Coverage, one: Coverage): void {
  into.capacity += one.capacity;
  into.spend += one.spend;
  into.onDemand += one.onDemand;
}

export function noSavings(): Savings {
  return {
    onDemandEquivalent: 0,
    contracted: 0,
    effective: 0,
    unpriced: 0,
    billed: 0,
    capacitySaved: 0,
    spendSaved: 0,
  };
}

export function addSavings(into: Savings, one: Savings): void {
  for (const key of Object.keys(into) as (keyof Savings)[]) into[key] += one[key];
}

/** Figures by account; each account is one object in all domains of a provider. */
export type ByAccount<Figures> = ReadonlyMap<AccountRef, Figures>;
