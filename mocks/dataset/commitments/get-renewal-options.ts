import type { OperationHandler, OperationRequest } from '../../types.js';
import { hourOf, isoDate, isoInstant } from '../calendar.js';
import { type Context, nowOf, scenarioOf } from '../context.js';
import { invalid } from '../failures.js';
import { rate, round, usd } from '../money.js';
import { type Offering, offeringFor } from '../seed-data/offerings.js';
import type { Commitment } from '../seed-data/types.js';
import { withPricedCommitment } from './find-commitment.js';
import { isDollarKind } from './held.js';
import { type Demand, demandOf, poolOf, projectionDays, sizeMix } from './renewal-demand.js';
import { heldQuantity, idOf, isHeldTerm, priceOf, soldToday } from './renewal-terms.js';

/** The step in which dollar commitments are sold, in dollars an hour. */
const dollarStep = 0.00001;

/** All options to renew a commitment; exactly one is recommended. */
export function getRenewalOptions(context: Context): OperationHandler {
  const respond = (commitment: Commitment, { query }: OperationRequest) => {
    const { quantity, resource } = query as { quantity?: number; resource?: string };
    const failed =
      failureOfQuantity(commitment.kind, quantity) ??
      failureOfResource(sizesOf(context, commitment), resource);
    return failed ?? { data: renewalOptions(context, commitment, quantity, resource) };
  };
  return withPricedCommitment(context, respond, ({ id, kind, quantity = null }, { query }) => {
    const failed = failureOfQuantity(kind, query.quantity);
    return (
      failed ?? {
        data: { ...noOptions, commitment_id: id, held_quantity: quantity, quantity_step: stepOf(kind) },
      }
    );
  });
}

/** The options of a commitment in a real bill. */
const noOptions = {
  sizing_basis: null,
  decision: null,
  quoted_at: null,
  held_resource: null,
  held_quantity_as_bought: null,
  classes: [],
  contract: null,
  options: [],
  demand: null,
  quota: null,
  size_mix: [],
};

function stepOf(kind: Commitment['kind']): number {
  return isDollarKind(kind) ? dollarStep : 1;
}

function failureOfQuantity(kind: Commitment['kind'], quantity: number | undefined) {
  if (quantity === undefined) return null;
  const failed = (msg: string, type: string, step: number) =>
    invalid({ loc: ['query', 'quantity'], msg, type, input: quantity, ctx: { step } });
  if (!isDollarKind(kind) && !Number.isInteger(quantity)) {
    return failed('Must be a whole number for a reservation.', 'fractional_quantity', 1);
  }
  if (round(quantity, 5) === quantity) return null;
  return failed('Must have at most five decimals.', 'too_many_decimals', dollarStep);
}

function failureOfResource(sizes: Readonly<Record<string, number>>, resource: string | undefined) {
  const allowed = Object.keys(sizes);
  if (resource === undefined || allowed.includes(resource)) return null;
  return invalid({
    loc: ['query', 'resource'],
    msg:
      allowed.length === 0
        ? 'Must not be sent for a dollar commitment.'
        : `Must be one of ${allowed.join(', ')}.`,
    type: 'enum',
    input: resource,
    ctx: { allowed },
  });
}

/** One offering at one quantity, as a row of the response. */
export type Row = ReturnType<typeof rowOf>;

/** @param quantity used for all rows instead of a range of quantities */
export function renewalOptions(
  context: Context,
  commitment: Commitment,
  quantity?: number,
  resource?: string,
) {
  const { capacity } = commitment;
  const demand = demandOf(context, commitment);
  const quota = quotaOf(context, commitment);
  const held = heldQuantity(commitment);
  const heldResource = capacity?.resource ?? null;
  const { contract, options } = rowsOf(context, { commitment, demand, quota }, quantity, resource);
  const best = [contract, ...options].filter((one) => one.per_year !== null).reduce(cheaper);
  const mark = (one: Row) => ({ ...one, recommended: one === best });
  return {
    commitment_id: commitment.id,
    sizing_basis: demand?.basis ?? null,
    decision: decisionOf(demand, best),
    quoted_at: isoInstant(nowOf(context)),
    held_quantity: held,
    held_resource: heldResource,
    held_quantity_as_bought: held,
    classes: classesOf(context, commitment),
    contract: mark(contract),
    options: options.map(mark),
    quantity_step: stepOf(commitment.kind),
    demand: demand && shownDemand(demand, commitment),
    quota: quota && {
      used: quota.used,
      limit: quota.limit,
      projected: Math.ceil(quota.used - quota.own + (best.held_units_equivalent as number)),
    },
    size_mix: sizeMix(context, commitment),
  };
}

/** The current terms, and all other offerings at each quantity. */
function rowsOf(
  context: Context,
  basis: Pick<RowParts, 'commitment' | 'demand' | 'quota'>,
  quantity?: number,
  resource?: string,
) {
  const { commitment, demand } = basis;
  const { capacity } = commitment;
  const heldResource = capacity?.resource ?? null;
  const chosen = resource ?? heldResource;
  const contract = rowOf(context, {
    ...basis,
    offering: heldOffering(commitment),
    resource: heldResource,
    quantity: quantity ?? heldQuantity(commitment),
    unpriced: commitment.lookupError !== null,
  });
  const isContract = (offering: Offering, count: number) =>
    isHeldTerm(commitment, offering) && chosen === heldResource && count === contract.quantity;
  const perOne =
    capacity === null ? 1 : (sizesOf(context, commitment)[chosen as string] as number) / capacity.unitsPerOne;
  const options = quantitiesOf(commitment, demand, perOne, quantity).flatMap((count) =>
    soldToday(commitment)
      .filter((offering) => !isContract(offering, count))
      .map((offering) =>
        rowOf(context, { ...basis, offering, resource: chosen, quantity: count, unpriced: false }),
      ),
  );
  return { contract, options };
}

function decisionOf(demand: Demand | null, best: Row): 'renew' | 'let_expire' | null {
  if (demand === null || demand.onDemandRate === null) return null;
  const onDemand = demand.expected * demand.onDemandRate * 8760;
  return (best.per_year as number) < onDemand ? 'renew' : 'let_expire';
}

function classesOf(context: Context, commitment: Commitment) {
  const { capacity } = commitment;
  return Object.entries(sizesOf(context, commitment)).map(([resource, units]) => ({
    resource,
    held_units_per_one: units / (capacity?.unitsPerOne ?? 1),
    recommended: resource === capacity?.resource,
    offered: soldToday(commitment).map((offering) => ({
      offering_id: idOf(commitment, offering, resource),
      term_months: offering.termMonths,
      payment_option: offering.payment,
    })),
  }));
}

function shownDemand(demand: Demand, commitment: Commitment) {
  return {
    basis: demand.basis,
    points: demand.points.map(({ day, units }) => ({ date: isoDate(day), units })),
    units_per_month: demand.unitsPerMonth,
    on_demand_rate: demand.onDemandRate,
    on_demand_floor: demand.onDemandFloor,
    projection: projectionDays(commitment).map((date) => ({ date, units: demand.expected })),
  };
}

interface RowParts {
  readonly commitment: Commitment;
  readonly demand: Demand | null;
  readonly offering: Offering;
  readonly resource: string | null;
  readonly quantity: number;
  readonly quota: Quota | null;
  readonly unpriced: boolean;
}

function rowOf(context: Context, parts: RowParts) {
  const { commitment, demand, offering, resource, quantity, quota, unpriced } = parts;
  const { capacity } = commitment;
  const units = capacity === null ? 1 : (sizesOf(context, commitment)[resource as string] as number);
  const price = unpriced ? null : priceOf(commitment, offering, units, quantity);
  const equivalent =
    capacity === null
      ? round(
          (quantity * (10_000 - heldOffering(commitment).discountBps)) / (10_000 - offering.discountBps),
          5,
        )
      : (quantity * units) / capacity.unitsPerOne;
  const idle = demand === null ? null : round(Math.max(0, equivalent - demand.expected), 4);
  const spill = demand === null ? null : round(Math.max(0, demand.expected - equivalent), 4);
  const hours = offering.termMonths === 12 ? 8760 : 26_280;
  const spillCost =
    spill === null || demand?.onDemandRate == null ? null : round(spill * demand.onDemandRate * hours, 2);
  const total = price === null ? null : usd(price.total);
  const allIn = total === null ? null : round(total + (spillCost ?? 0), 2);
  return {
    offering_id: unpriced ? null : idOf(commitment, offering, resource ?? undefined),
    resource,
    term_months: offering.termMonths,
    payment_option: offering.payment,
    offering_class: capacity === null ? null : commitment.exchangeable ? 'convertible' : 'standard',
    reservation_scope: capacity === null ? null : 'region',
    currency: price === null ? null : 'USD',
    upfront: price === null ? null : usd(price.upfront),
    recurring_hourly: price === null ? null : rate(price.recurringHourly),
    quantity,
    held_units_equivalent: equivalent,
    term_total: total,
    idle_units: idle,
    spill_units: spill,
    spill_cost: spillCost,
    all_in: allIn,
    per_year: allIn === null ? null : round((allIn * 8760) / hours, 2),
    recommended: false,
    quota_blocked: quota !== null && quota.used - quota.own + equivalent > quota.limit,
  };
}

/** Returns the option of lower yearly cost, then lower upfront payment, then shorter term. */
function cheaper(one: Row, other: Row): Row {
  const byCost = (other.per_year as number) - (one.per_year as number);
  const byUpfront = (other.upfront as number) - (one.upfront as number);
  return (byCost || byUpfront || other.term_months - one.term_months) < 0 ? other : one;
}

/** Quantities around the held quantity and the expected demand. */
function quantitiesOf(
  commitment: Commitment,
  demand: Demand | null,
  perOne: number,
  requested: number | undefined,
): readonly number[] {
  if (requested !== undefined) return [requested];
  const held = heldQuantity(commitment) / perOne;
  const needed = (demand?.expected ?? heldQuantity(commitment)) / perOne;
  const around =
    commitment.capacity === null
      ? [round(needed, 5), held]
      : [Math.floor(needed), Math.ceil(needed), Math.ceil(held)];
  const least = commitment.capacity === null ? 0.001 : 1;
  return [...new Set(around.map((one) => Math.max(one, least)))].sort((a, b) => a - b);
}

/** The resources it could be renewed as, with their units; empty for a dollar commitment. */
function sizesOf(context: Context, commitment: Commitment): Readonly<Record<string, number>> {
  return commitment.capacity === null
    ? {}
    : (scenarioOf(context).services.get(commitment.service)?.sizes ?? {});
}

function heldOffering({ kind, termMonths, payment }: Commitment): Offering {
  return offeringFor(kind, termMonths, payment);
}

interface Quota {
  readonly used: number;
  readonly limit: number;
  /** The part of `used` that this commitment has. */
  readonly own: number;
}

/** An account's quota is twice what it holds, and at least a hundred. */
function quotaOf(context: Context, commitment: Commitment): Quota | null {
  const { capacity } = commitment;
  if (capacity === null) return null;
  const hour = hourOf(nowOf(context));
  let used = 0;
  let own = 0;
  for (const slot of poolOf(context, commitment)?.stack.slots ?? []) {
    if (slot.commitment.holder !== commitment.holder || slot.from > hour || slot.to <= hour) continue;
    used += slot.size / capacity.unitsPerOne;
    if (slot.commitment === commitment) own = slot.size / capacity.unitsPerOne;
  }
  return { used: Math.ceil(used), own, limit: Math.max(100, Math.ceil((2 * used) / 50) * 50) };
}
