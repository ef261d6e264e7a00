import type { Micros } from '../money.js';
import type { Commitment, CommitmentKind, PaymentOption } from './types.js';

/** A term and payment option of a kind of commitment, with its discount on the list price. */
export interface Offering {
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  readonly discountBps: number;
}

const capacity: readonly Offering[] = [
  offering(12, 'no_upfront', 2000),
  offering(12, 'partial_upfront', 2200),
  offering(12, 'all_upfront', 2400),
  offering(36, 'no_upfront', 4000),
  offering(36, 'partial_upfront', 4300),
  offering(36, 'all_upfront', 4500),
];

/** Available offerings by kind: the longer the term and the earlier the payment, the larger the discount. */
const sold: Readonly<Record<CommitmentKind, readonly Offering[]>> = {
  reserved_instance: capacity,
  savings_plan: [
    offering(12, 'no_upfront', 1800),
    offering(12, 'partial_upfront', 2000),
    offering(12, 'all_upfront', 2200),
    offering(36, 'no_upfront', 4000),
    offering(36, 'partial_upfront', 4200),
    offering(36, 'all_upfront', 4400),
  ],
  committed_use_discount: [offering(12, 'no_upfront', 3750), offering(36, 'no_upfront', 5500)],
  spend_commitment: [offering(12, 'no_upfront', 2000), offering(36, 'no_upfront', 3500)],
};

function offering(termMonths: 12 | 36, payment: PaymentOption, discountBps: number): Offering {
  return { termMonths, payment, discountBps };
}

/** The provider's name for an offering. @param sold a resource, or `plan-` and a service */
export function offeringId(sold: string, { termMonths, payment }: Offering): string {
  return `off-${sold}-${termMonths}m-${payment.replace('_', '-')}`;
}

export function offeringsOf(kind: CommitmentKind): readonly Offering[] {
  return sold[kind];
}

export function offeringFor(kind: CommitmentKind, termMonths: 12 | 36, payment: PaymentOption): Offering {
  const found = sold[kind].find((one) => one.termMonths === termMonths && one.payment === payment);
  if (found === undefined) throw new Error(`No ${kind} is sold for ${termMonths} months, ${payment}.`);
  return found;
}

/** The hourly fee for a list price under an offering, with the upfront payment amortized. */
export function feeOf(offering: Offering, list: Micros): Micros {
  return Math.round((list * (10_000 - offering.discountBps)) / 10_000);
}

/** The part of an hourly fee that is paid upfront; `partial_upfront` is half of a savings plan, 40 % of others. */
export function upfrontOf(kind: CommitmentKind, payment: PaymentOption, fee: Micros): Micros {
  if (payment === 'no_upfront') return 0;
  if (payment === 'all_upfront') return fee;
  return Math.floor((fee * (kind === 'savings_plan' ? 5 : 4)) / 10);
}

/** Hours in a term, with years of 365 days. */
export function termHours(termMonths: Commitment['termMonths']): number {
  return (termMonths / 12) * 365 * 24;
}
