import { hourOf } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import { afterDiscount, microsPerDollar, rate, round, usd } from '../../money.js';
import { lastInstantOf } from '../../seed-data/last-instant.js';
import {
  type Offering,
  offeringFor,
  offeringId,
  offeringsOf,
  termHours,
  upfrontOf,
} from '../../seed-data/offerings.js';
import type { Capacity, Commitment } from '../../seed-data/types.js';
import { isPriced } from '../held.js';
import { type Demand, sizesOf } from './renewal-demand.js';

/** What all rows of a response are computed from. */
export interface RowBasis {
  readonly commitment: Commitment;
  readonly demand: Demand | null;
  readonly quota: ReturnType<typeof quotaOf>;
}

/** One offering at one quantity, as a row of the response. */
export type Row = ReturnType<typeof rowOf>;

/** One offering at one quantity. */
interface RowParts extends RowBasis {
  readonly offering: Offering;
  readonly resource: string | null;
  readonly quantity: number;
  /** Whether the provider's price lookup fails. */
  readonly unpriced: boolean;
}

export function rowOf(context: Context, parts: RowParts) {
  const { commitment, offering, resource, quantity, quota, unpriced } = parts;
  const { capacity, exchangeable } = commitment;
  const units = capacity === null ? 1 : (sizesOf(context, commitment)[resource as string] as number);
  const price = unpriced ? null : priceOf(commitment, offering, units, quantity);
  const equivalent = equivalentOf(parts, units);
  return {
    offering_id: unpriced ? null : idOf(commitment, offering, resource ?? undefined),
    resource,
    term_months: offering.termMonths,
    payment_option: offering.payment,
    offering_class: capacity === null ? null : exchangeable ? 'convertible' : 'standard',
    reservation_scope: capacity === null ? null : 'region',
    currency: price === null ? null : 'USD',
    upfront: price === null ? null : usd(price.upfront),
    recurring_hourly: price === null ? null : rate(price.recurringHourly),
    quantity,
    held_units_equivalent: equivalent,
    ...costsOf(parts, equivalent, price),
    recommended: false,
    quota_blocked: quota !== null && quota.used - quota.own + equivalent > quota.limit,
  };
}

/** The quantity in units of the held commitment. */
function equivalentOf({ commitment, offering, quantity }: RowParts, units: number): number {
  const { capacity } = commitment;
  if (capacity !== null) return (quantity * units) / capacity.unitsPerOne;
  const heldShare = 10_000 - heldOffering(commitment).discountBps;
  return round((quantity * heldShare) / (10_000 - offering.discountBps), 5);
}

/** The costs of a term, with those of the demand that the quantity does not cover. */
function costsOf(
  { demand, offering }: RowParts,
  equivalent: number,
  price: ReturnType<typeof priceOf> | null,
) {
  const hours = offering.termMonths === 12 ? 8760 : 26_280;
  const spill = demand === null ? null : round(Math.max(0, demand.expected - equivalent), 4);
  const spillCost =
    spill === null || demand?.onDemandRate == null ? null : round(spill * demand.onDemandRate * hours, 2);
  const total = price === null ? null : usd(price.total);
  const allIn = total === null ? null : round(total + (spillCost ?? 0), 2);
  return {
    term_total: total,
    idle_units: demand === null ? null : round(Math.max(0, equivalent - demand.expected), 4),
    spill_units: spill,
    spill_cost: spillCost,
    all_in: allIn,
    per_year: allIn === null ? null : round((allIn * 8760) / hours, 2),
  };
}

/** Returns the option of lower yearly cost, then lower upfront payment, then shorter term. */
export function cheaper(one: Row, other: Row): Row {
  const byCost = (other.per_year as number) - (one.per_year as number);
  const byUpfront = (other.upfront as number) - (one.upfront as number);
  return (byCost || byUpfront || other.term_months - one.term_months) < 0 ? other : one;
}

/** An account's quota is twice what it holds, and at least a hundred; `own` is the part of what is used by this commitment. */
export function quotaOf(context: Context, commitment: Commitment) {
  const { capacity } = commitment;
  if (capacity === null) return null;
  const hour = hourOf(nowOf(context));
  let used = 0;
  let own = 0;
  for (const other of context.ledger.seedData.commitments) {
    if (!isPriced(other) || !areOfOneQuota(other, commitment)) continue;
    if (hourOf(other.start) > hour || hourOf(lastInstantOf(other)) <= hour) continue;
    const units = (other.capacity as Capacity).quantity * (other.capacity as Capacity).unitsPerOne;
    used += units / capacity.unitsPerOne;
    if (other === commitment) own = units / capacity.unitsPerOne;
  }
  return { used: Math.ceil(used), own, limit: Math.max(100, Math.ceil((2 * used) / 50) * 50) };
}

/** Whether two commitments hold the same kind of capacity in the same account and region. */
function areOfOneQuota(one: Commitment, other: Commitment): boolean {
  return (
    one.holder === other.holder &&
    one.service === other.service &&
    one.region === other.region &&
    one.stateOverride === null &&
    one.capacity !== null &&
    one.capacity.platform === other.capacity?.platform
  );
}

/** The id of an offering of a resource, by default the held one, or of the service of a savings plan. */
export function idOf({ capacity, service }: Commitment, offering: Offering, resource?: string): string {
  return offeringId(capacity === null ? `plan-${service}` : (resource ?? capacity.resource), offering);
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

/**
 * The quoted price of a quantity of an offering.
 *
 * @param units in one resource; ignored for a dollar commitment
 * @param quantity resources, or dollars an hour
 */
export function priceOf(commitment: Commitment, offering: Offering, units: number, quantity: number) {
  const hours = termHours(offering.termMonths);
  const { kind, capacity } = commitment;
  // Today's hourly price of one resource, or of one dollar of commitment.
  const one = capacity === null ? microsPerDollar : afterDiscount(capacity.listPrice, offering) * units;
  const fee = Math.round(one * quantity);
  // Rounded per unit, so that the price of n units is n times the price of one.
  const upfrontHourly = Math.round(upfrontOf(kind, offering.payment, one) * quantity);
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
