import type { Context } from '../../context.js';
import { type Micros, microsPerDollar } from '../../money.js';
import {
  feeOf,
  type Offering,
  offeringFor,
  offeringId,
  offeringsOf,
  termHours,
  upfrontOf,
} from '../../seed-data/offerings.js';
import type { Commitment } from '../../seed-data/types.js';

/** The quoted price of a quantity of an offering. */
export interface TermPrice {
  readonly termHours: number;
  /** Paid once, and each hour, for the whole quantity. */
  readonly upfront: Micros;
  readonly recurringHourly: Micros;
  readonly total: Micros;
}

/** The name that offering ids are built from: the resource, or the service of a savings plan. */
function soldAs(commitment: Commitment, resource?: string): string {
  return commitment.capacity === null
    ? `plan-${commitment.service}`
    : (resource ?? commitment.capacity.resource);
}

export function idOf(commitment: Commitment, offering: Offering, resource?: string): string {
  return offeringId(soldAs(commitment, resource), offering);
}

/** Whether these are the current terms of the commitment. */
export function isHeldTerm(commitment: Commitment, { termMonths, payment }: Offering): boolean {
  return commitment.termMonths === termMonths && commitment.payment === payment;
}

/** The offerings that can replace a commitment today: all but those whose price lookup fails. */
export function soldToday(commitment: Commitment): readonly Offering[] {
  const all = offeringsOf(commitment.kind);
  return commitment.lookupError === null ? all : all.filter((one) => !isHeldTerm(commitment, one));
}

/** Today's hourly price of one resource, or of one dollar of commitment. */
function hourlyOfOne(commitment: Commitment, offering: Offering, units: number): Micros {
  return commitment.capacity === null ? 1_000_000 : feeOf(offering, commitment.capacity.listPrice) * units;
}

/**
 * @param units in one resource; ignored for a dollar commitment
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
  // Rounded per unit, so that the price of n units is n times the price of one.
  const upfrontHourly = Math.round(upfrontOf(commitment.kind, offering.payment, one) * quantity);
  return {
    termHours: hours,
    upfront: upfrontHourly * hours,
    recurringHourly: fee - upfrontHourly,
    total: fee * hours,
  };
}

/** The quantity that is held: whole resources, or dollars an hour. */
export function heldQuantity(commitment: Commitment): number {
  return commitment.capacity?.quantity ?? commitment.feePerHour / microsPerDollar;
}

/** Its current terms. */
export function heldOffering({ kind, termMonths, payment }: Commitment): Offering {
  return offeringFor(kind, termMonths, payment);
}

/** The resources it could be renewed as, with their units; empty for a dollar commitment. */
export function sizesOf({ ledger }: Context, commitment: Commitment): Readonly<Record<string, number>> {
  const { provider, service, capacity } = commitment;
  return capacity === null ? {} : (ledger.serviceOf(provider, service)?.sizes ?? {});
}
