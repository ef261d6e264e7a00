import type { Micros } from '../money.js';
import {
  feeOf,
  type Offering,
  offeringId,
  offeringsOf,
  termHours,
  upfrontOf,
} from '../seed-data/offerings.js';
import type { Commitment } from '../seed-data/types.js';

/** What is quoted for a quantity of an offering. */
export interface TermPrice {
  readonly termHours: number;
  /** Paid once, and every hour, for the whole quantity. */
  readonly upfront: Micros;
  readonly recurringHourly: Micros;
  readonly total: Micros;
}

/** The resource that the offerings of a commitment are named for; a plan is named for its service. */
function soldAs(commitment: Commitment, resource?: string): string {
  return commitment.capacity === null
    ? `plan-${commitment.service}`
    : (resource ?? commitment.capacity.resource);
}

export function idOf(commitment: Commitment, offering: Offering, resource?: string): string {
  return offeringId(soldAs(commitment, resource), offering);
}

/** Whether these are the terms that the commitment was bought on. */
export function isHeldTerm(commitment: Commitment, { termMonths, payment }: Offering): boolean {
  return commitment.termMonths === termMonths && commitment.payment === payment;
}

/** What is sold today to replace a commitment: everything but terms whose price cannot be found. */
export function soldToday(commitment: Commitment): readonly Offering[] {
  const all = offeringsOf(commitment.kind);
  return commitment.lookupError === null ? all : all.filter((one) => !isHeldTerm(commitment, one));
}

/** Today's price of one: one resource for an hour, or one dollar of commitment. */
function hourlyOfOne(commitment: Commitment, offering: Offering, units: number): Micros {
  return commitment.capacity === null ? 1_000_000 : feeOf(offering, commitment.capacity.listPrice) * units;
}

/**
 * @param units in one resource; not looked at for a commitment to dollars
 * @param quantity resources, or dollars an hour
 */
export function priceOf(
  commitment: Commitment,
  offering: Offering,
  units: number,
  quantity: number,
): TermPrice {
  const hours = termHours(offering.termMonths);
  const one = hourlyOfOne(commitment, offering, units);
  const fee = Math.round(one * quantity);
  // Per unit, so that the price of a quantity is that many times the price of one.
  const upfrontHourly = Math.round(upfrontOf(commitment.kind, offering.payment, one) * quantity);
  return {
    termHours: hours,
    upfront: upfrontHourly * hours,
    recurringHourly: fee - upfrontHourly,
    total: fee * hours,
  };
}

/** The quantity as it is sold: whole resources, or dollars an hour. */
export function heldQuantity(commitment: Commitment): number {
  return commitment.capacity?.quantity ?? commitment.feePerHour / 1_000_000;
}
