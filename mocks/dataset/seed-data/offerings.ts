import type { Micros } from '../money.js';
import type { Commitment, CommitmentKind, PaymentOption } from './types.js';

/** A term and payment option of a kind of commitment, with its discount on the list price. */
export interface Offering {
  readonly termMonths: 12 | 36;
  readonly payment: PaymentOption;
  readonly discountBps: number;
}

export const payments = ['no_upfront', 'partial_upfront', 'all_upfront'] as const;

/** Available offerings by kind: the longer the term and the earlier the payment, the larger the discount. */
const sold: Readonly<Record<CommitmentKind, readonly Offering[]>> = {
  reserved_instance: offerings([2000, 2200, 2400], [4000, 4300, 4500]),
  savings_plan: offerings([1800, 2000, 2200], [4000, 4200, 4400]),
  committed_use_discount: offerings([3750], [5500]),
  spend_commitment: offerings([2000], [3500]),
};

/** Whether it commits to dollars, which have no units; else to units of capacity. */
export function isSpendKind(kind: CommitmentKind): boolean {
  return kind === 'savings_plan' || kind === 'spend_commitment';
}

/** Builds offerings from the discounts of both terms, each in the order of the payment options. */
function offerings(oneYear: readonly number[], threeYears: readonly number[]): readonly Offering[] {
  const ofTerm = (termMonths: 12 | 36, discounts: readonly number[]) =>
    discounts.map((discountBps, i) => ({ termMonths, payment: payments[i] as PaymentOption, discountBps }));
  return [...ofTerm(12, oneYear), ...ofTerm(36, threeYears)];
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
