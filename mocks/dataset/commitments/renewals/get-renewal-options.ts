import type { OperationRequest } from '../../../types.js';
import { isoDate, isoInstant } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import { round } from '../../money.js';
import { invalidQuery } from '../../responses.js';
import { isSpendKind, type Offering } from '../../seed-data/offerings.js';
import type { Commitment } from '../../seed-data/types.js';
import { commitmentNamed, isPriced } from '../held.js';
import { type Demand, demandOf, projectionDays, sizeMix, sizesOf } from './renewal-demand.js';
import {
  cheaper,
  heldOffering,
  heldQuantity,
  idOf,
  isHeldTerm,
  quotaOf,
  type Row,
  type RowBasis,
  rowOf,
  soldToday,
} from './renewal-row.js';

/** The step in which dollar commitments are sold, in dollars an hour. */
const dollarStep = 0.00001;

/** All options to renew a commitment; exactly one is recommended. */
export function getRenewalOptions(context: Context, { path, query }: OperationRequest) {
  const commitment = commitmentNamed(context, path.commitment_id);
  const { id, kind, quantity: held = null } = commitment;
  const { quantity, resource } = query;
  checkQuantity(kind, quantity);
  if (!isPriced(commitment))
    return { ...noOptions, commitment_id: id, held_quantity: held, quantity_step: stepOf(kind) };
  checkResource(sizesOf(context, commitment), resource);
  return renewalOptions(context, commitment, quantity, resource);
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
  return isSpendKind(kind) ? dollarStep : 1;
}

function checkQuantity(kind: Commitment['kind'], quantity: number | undefined): void {
  if (quantity === undefined) return;
  const failed = (msg: string, type: string, step: number) =>
    invalidQuery('quantity', msg, type, { input: quantity, ctx: { step } });
  if (!isSpendKind(kind) && !Number.isInteger(quantity)) {
    throw failed('Must be a whole number for a reservation.', 'fractional_quantity', 1);
  }
  if (round(quantity, 5) === quantity) return;
  throw failed('Must have at most five decimals.', 'too_many_decimals', dollarStep);
}

function checkResource(sizes: Readonly<Record<string, number>>, resource: string | undefined): void {
  const allowed = Object.keys(sizes);
  if (resource === undefined || allowed.includes(resource)) return;
  const isDollar = allowed.length === 0;
  const msg = isDollar
    ? 'Must not be sent for a dollar commitment.'
    : `Must be one of ${allowed.join(', ')}.`;
  throw invalidQuery('resource', msg, 'enum', { input: resource, ctx: { allowed } });
}

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
function rowsOf(context: Context, basis: RowBasis, quantity?: number, resource?: string) {
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
