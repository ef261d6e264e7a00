import type { OperationRequest } from '../../types.js';
import { dayOf, hoursPerDay, type Instant, isoDate, isoInstant, msPerDay, msPerHour } from '../calendar.js';
import { type Context, nowOf, recentWindow } from '../context.js';
import type { Measure } from '../ledger/measures.js';
import { type Instrument, instrumentKinds } from '../ledger/utilization.js';
import { hoursPerMonth, isZero, type Micros, microsPerDollar, rate, round, usd } from '../money.js';
import { isSpendKind } from '../seed-data/offerings.js';
import type { HeldCommitment, Service } from '../seed-data/types.js';
import { accountNameOf, isPriced, quantityOf } from './held.js';
import {
  committedMonthly,
  compareUnits,
  hourlyFeeOf,
  measureOf,
  protectsMonthly,
  unusedMonthly,
} from './measured.js';
import { stateOf } from './status.js';

/** Days within which a savings plan can be returned. */
const returnDays = 7;

/** All commitments of one instrument, with the state that the provider reports. */
export function listCommitmentInventory(context: Context, { query }: OperationRequest) {
  const { instrument, service, state, provider } = query;
  const now = nowOf(context);
  const rows = context.ledger.seedData.commitments.filter(
    (one) =>
      one.kind === instrumentKinds[instrument as Instrument] &&
      one.provider === provider &&
      (service === undefined || service === filterValueOf(context, one)) &&
      (state === undefined || state === stateOf(one, now)),
  );
  const show = instrument === 'ri' ? reservationRow : planRow;
  return { provider, instrument, rows: rows.map((row) => show(context, row, now)) };
}

/** The value that the `service` filter matches: the service of a reservation, the type of a savings plan. */
function filterValueOf(context: Context, commitment: HeldCommitment): string | null {
  return isSpendKind(commitment.kind) ? planTypeOf(context, commitment) : commitment.service;
}

function planTypeOf(context: Context, commitment: HeldCommitment): string | null {
  return commitment.planType === undefined ? serviceOf(context, commitment).planType : commitment.planType;
}

function serviceOf(context: Context, commitment: HeldCommitment): Service {
  return context.ledger.serviceOf(commitment.provider, commitment.service) as Service;
}

function commonRow(context: Context, commitment: HeldCommitment, now: Instant) {
  const state = stateOf(commitment, now);
  const measure = measureOf(context, commitment);
  const committed = committedMonthly(context, commitment);
  return {
    id: commitment.id,
    account_id: commitment.holder,
    account_name: accountNameOf(context, commitment),
    state,
    payment_option: commitment.payment,
    start: commitment.start === null ? null : isoDate(dayOf(commitment.start)),
    end: commitment.end === null ? null : isoDate(dayOf(commitment.end)),
    end_at: commitment.end === null ? null : isoInstant(commitment.end),
    end_is_derived: commitment.isEndDerived ?? (state === 'queued' && commitment.end !== null),
    term_months: commitment.termMonths,
    currency: context.ledger.currency,
    arn: arnOf(context, commitment),
    tags: commitment.tags && withNulls(commitment.tags),
    tag: commitment.tags?.['cost-center'] || null,
    product_description: commitment.capacity?.platform ?? null,
    committed_monthly: committed === null ? null : usd(committed),
    saved_monthly: measure === null || committed === null ? null : usd(protectsMonthly(measure, committed)),
    unused_monthly: measure === null ? null : usd(unusedMonthly(measure)),
    on_demand: measure === null || !hasCovered(measure) ? null : onDemandOf(context, measure),
  };
}

/** Replaces empty values, which belong to keys without a value. */
function withNulls(tags: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, value || null]));
}

/** Reservations have an ARN only in services that are sized in vCPUs. */
function arnOf(context: Context, commitment: HeldCommitment): string | null {
  if (isSpendKind(commitment.kind)) return commitment.id;
  const { provider, service, region, holder, id } = commitment;
  return serviceOf(context, commitment).sizing === 'vcpu'
    ? `arn:${provider}:${service}:${region}:${holder}:reservation/${id}`
    : null;
}

/** Whether it covered usage; a row of a real bill can have a cost and the quantity 0. */
function hasCovered(measure: Measure): boolean {
  return compareUnits(measure, measure.used, 0) !== 0 || !isZero(measure.coveredList);
}

/** The on-demand cost of the usage it covered. */
function onDemandOf(context: Context, measure: Measure) {
  const { last } = recentWindow(context);
  return {
    currency: context.ledger.currency,
    measured_from: isoDate(measure.first),
    measured_to: isoDate(last),
    on_demand_cost: usd(measure.coveredList),
    covered_cost: usd(measure.usedFee),
    unit_hours: measure.usedHours === null ? null : round(measure.usedHours, 4),
    daily_on_demand_cost: usd(measure.coveredList / (measure.hours / hoursPerDay)),
  };
}

function reservationRow(context: Context, commitment: HeldCommitment, now: Instant) {
  const { capacity, upfrontPerHour, feePerHour } = commitment;
  const service = serviceOf(context, commitment);
  const quantity = quantityOf(commitment);
  const hours = termHours(commitment);
  const priced = quantity !== null && upfrontPerHour !== null && feePerHour !== null;
  const isMachine = commitment.service === 'compute' && capacity !== null;
  return {
    kind: commitment.kind,
    ...commonRow(context, commitment, now),
    service: service.id,
    service_label: service.label,
    resource: capacity?.resource ?? null,
    qty: quantity,
    region: commitment.region,
    fixed_price: priced && hours !== null ? rate((upfrontPerHour / quantity) * hours) : null,
    recurring_hourly: priced ? rate((feePerHour - upfrontPerHour) / quantity) : null,
    usage_hourly: isMachine ? 0 : null,
    offering_class: isMachine ? (commitment.exchangeable ? 'convertible' : 'standard') : null,
    scope: isMachine ? 'region' : null,
    availability_zone: null,
    tenancy: isMachine ? 'shared' : null,
    multi_az: service.planType === 'database' ? false : null,
    node_offering: service.nodeOffering,
    reservation_name: commitment.name,
  };
}

function planRow(context: Context, commitment: HeldCommitment, now: Instant) {
  const { feePerHour, upfrontPerHour, start } = commitment;
  const recurring = feePerHour === null || upfrontPerHour === null ? null : feePerHour - upfrontPerHour;
  const upfront = upfrontOf(commitment);
  const returnable = feePerHour === null || start === null ? null : start + returnDays * msPerDay;
  return {
    kind: commitment.kind,
    ...commonRow(context, commitment, now),
    plan_type: planTypeOf(context, commitment),
    commitment_hourly: promisedHourly(context, commitment),
    region: commitment.region === 'global' ? null : commitment.region,
    instance_family: null,
    product_types: [commitment.service],
    upfront: upfront === null ? null : usd(upfront),
    recurring_hourly: recurring === null ? null : rate(recurring),
    recurring_monthly: recurring === null ? null : usd(recurring * hoursPerMonth),
    returnable_until: returnable !== null && now < returnable ? isoInstant(returnable) : null,
  };
}

/** What was paid for the whole term, whatever term an inventory adds to a bill. */
function upfrontOf(commitment: HeldCommitment): Micros | null {
  const { upfront = null, upfrontPerHour } = commitment;
  const hours = termHours(commitment);
  return upfrontPerHour === null || hours === null ? upfront : upfrontPerHour * hours;
}

/** The smallest plan that is sold, and the number of decimals of its price. */
const smallestHourly = 0.001;
const hourlyDecimals = 5;

/** Dollars that a plan promises to use every hour; null if a bill has no or only some of its fees. */
function promisedHourly(context: Context, commitment: HeldCommitment): number | null {
  if (commitment.quantity) return commitment.quantity;
  if (isPriced(commitment)) return rate(commitment.feePerHour);
  const hourly = hourlyFeeOf(context, commitment);
  const promised = hourly === null ? 0 : round(hourly / microsPerDollar, hourlyDecimals);
  return promised < smallestHourly ? null : promised;
}

function termHours({ start, end }: HeldCommitment): number | null {
  return start === null || end === null ? null : (end - start) / msPerHour;
}
