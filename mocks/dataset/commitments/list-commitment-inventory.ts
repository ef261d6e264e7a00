import type { OperationHandler } from '../../types.js';
import { dayOf, type Instant, isoDate, isoInstant, msPerDay, msPerHour } from '../calendar.js';
import { type Context, nowOf, recentWindow, windowDays } from '../context.js';
import type { Measure } from '../ledger/measure.js';
import { hoursPerMonth, rate, round, usd } from '../money.js';
import type { Commitment, Service } from '../seed-data/types.js';
import { measureOf } from './measured.js';
import { committedMonthly, protectsMonthly, unusedMonthly } from './monthly.js';
import { accountNameOf } from './names.js';
import { stateOf } from './status.js';

const kindOf = { ri: 'reserved_instance', sp: 'savings_plan' } as const;

/** Days within which a savings plan can be returned. */
const returnDays = 7;

/** All commitments of one instrument, with the state that the provider reports. */
export function listCommitmentInventory(context: Context): OperationHandler {
  return ({ query }) => {
    const { instrument, service, state, provider } = query as {
      instrument: 'ri' | 'sp';
      service?: string;
      state?: string;
      provider: string;
    };
    const now = nowOf(context);
    const rows = context.ledger.seedData.commitments.filter(
      (one) =>
        one.kind === kindOf[instrument] &&
        one.provider === provider &&
        (service === undefined || service === filterValueOf(context, one)) &&
        (state === undefined || state === stateOf(one, now)),
    );
    return {
      data: {
        provider,
        instrument,
        rows: rows.map((row) =>
          instrument === 'ri' ? reservationRow(context, row, now) : planRow(context, row, now),
        ),
      },
    };
  };
}

/** The value that the `service` filter matches: the service of a reservation, the type of a savings plan. */
function filterValueOf(context: Context, commitment: Commitment): string | null {
  return commitment.capacity === null ? serviceOf(context, commitment).planType : commitment.service;
}

function serviceOf(context: Context, commitment: Commitment): Service {
  return context.ledger.services.get(commitment.service) as Service;
}

function commonRow(context: Context, commitment: Commitment, now: Instant) {
  const state = stateOf(commitment, now);
  const measure = measureOf(context, commitment);
  return {
    id: commitment.id,
    account_id: commitment.holder,
    account_name: accountNameOf(context, commitment),
    state,
    payment_option: commitment.payment,
    start: isoDate(dayOf(commitment.start)),
    end: isoDate(dayOf(commitment.end)),
    end_at: isoInstant(commitment.end),
    end_is_derived: state === 'queued',
    term_months: commitment.termMonths,
    currency: 'USD',
    arn: arnOf(context, commitment),
    tags: Object.fromEntries(Object.entries(commitment.tags).map(([key, value]) => [key, value || null])),
    tag: commitment.tags['cost-center'] || null,
    product_description: commitment.capacity?.platform ?? null,
    committed_monthly: usd(committedMonthly(commitment)),
    saved_monthly: measure === null ? null : usd(protectsMonthly(commitment, measure)),
    unused_monthly: measure === null ? null : usd(unusedMonthly(measure)),
    on_demand: measure === null || measure.used === 0 ? null : onDemandOf(context, commitment, measure),
  };
}

/** Reservations have an ARN only in services that are sized in vCPUs. */
function arnOf(context: Context, commitment: Commitment): string | null {
  if (commitment.capacity === null) return commitment.id;
  const { provider, service, region, holder, id } = commitment;
  return serviceOf(context, commitment).sizing === 'vcpu'
    ? `arn:${provider}:${service}:${region}:${holder}:reservation/${id}`
    : null;
}

/** The on-demand cost of the usage it covered. */
function onDemandOf(context: Context, commitment: Commitment, measure: Measure) {
  const { first, last } = recentWindow(context);
  return {
    currency: 'USD',
    measured_from: isoDate(first),
    measured_to: isoDate(last),
    on_demand_cost: usd(measure.coveredList),
    covered_cost: usd(measure.usedFee),
    unit_hours:
      commitment.capacity === null ? null : round(measure.used / commitment.capacity.unitsPerOne, 4),
    daily_on_demand_cost: usd(measure.coveredList / windowDays),
  };
}

function reservationRow(context: Context, commitment: Commitment, now: Instant) {
  const { capacity } = commitment;
  const service = serviceOf(context, commitment);
  const quantity = capacity?.quantity ?? 1;
  const termHours = (commitment.end - commitment.start) / msPerHour;
  const isMachine = commitment.service === 'compute';
  return {
    kind: commitment.kind,
    ...commonRow(context, commitment, now),
    service: service.id,
    service_label: service.label,
    resource: capacity?.resource,
    qty: quantity,
    region: commitment.region,
    fixed_price: rate((commitment.upfrontPerHour / quantity) * termHours),
    recurring_hourly: rate((commitment.feePerHour - commitment.upfrontPerHour) / quantity),
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

function planRow(context: Context, commitment: Commitment, now: Instant) {
  const recurring = commitment.feePerHour - commitment.upfrontPerHour;
  const termHours = (commitment.end - commitment.start) / msPerHour;
  const returnable = commitment.start + returnDays * msPerDay;
  return {
    kind: commitment.kind,
    ...commonRow(context, commitment, now),
    plan_type: serviceOf(context, commitment).planType,
    commitment_hourly: rate(commitment.feePerHour),
    region: commitment.region === 'global' ? null : commitment.region,
    instance_family: null,
    product_types: [commitment.service],
    upfront: usd(commitment.upfrontPerHour * termHours),
    recurring_hourly: rate(recurring),
    recurring_monthly: usd(recurring * hoursPerMonth),
    returnable_until: now < returnable ? isoInstant(returnable) : null,
  };
}
