import { hoursPerDay } from '../../calendar.js';
import { type Context, recentWindow, windowDays } from '../../context.js';
import type { Domain, UncoveredUsage } from '../../ledger/domain.js';
import {
  afterDiscount,
  compareAmounts,
  hoursPerMonth,
  isZero,
  type Micros,
  rate,
  round,
  usd,
} from '../../money.js';
import { offeringFor } from '../../seed-data/offerings.js';
import type { CommitmentKind, Service } from '../../seed-data/types.js';
import { commitableDomains } from './get-coverage-rates.js';

/** A part is steady if its lowest hour is at least this share of the average hour. */
export const steadyShare = 0.8;

const windowHours = windowDays * hoursPerDay;

/** Uncovered on-demand usage that a commitment could cover, in disjoint parts. */
export function listUncoveredSpend(context: Context) {
  return context.memo('uncovered', () =>
    context.ledger.seedData.providers
      .filter(({ measured }) => measured)
      .flatMap(({ id }) => commitableDomains(context, id))
      .flatMap(({ domain, service }) =>
        partsOf(context, domain).map((part) => showPart(context, domain, service, part)),
      ),
  );
}

interface Part {
  readonly platform: string | null;
  /** Null if usage is only known by day, and so is the floor. */
  readonly steady: boolean | null;
  readonly average: Micros;
  readonly floor: Micros | null;
}

function partsOf(context: Context, domain: Domain): readonly Part[] {
  const { first, last } = recentWindow(context);
  const usage = context.memo(`uncovered ${domain.provider} ${domain.service}`, () =>
    domain.uncovered(first, last),
  );
  const platforms = [...new Set(usage.map(({ platform }) => platform))];
  return platforms.flatMap((platform) => {
    const own = usage.filter((one) => one.platform === platform);
    const hours = own.flatMap((one) => one.hours ?? []);
    if (hours.length < own.length) return partByDay(platform, own);
    const steady = hours.filter(isSteady);
    const variable = hours.filter((one) => !isSteady(one));
    // Variable usage can add up to a steady sum, which then joins the steady part.
    const parts = isSteady(total(variable))
      ? [{ steady: true, hours: total(hours) }]
      : [
          { steady: true, hours: total(steady) },
          { steady: false, hours: total(variable) },
        ];
    return parts
      .map((part) => ({ platform, steady: part.steady, ...levelOf(part.hours) }))
      .filter(({ average }) => !isZero(average * windowHours));
  });
}

/** The part of usage whose hours are not known. */
function partByDay(platform: string | null, usage: readonly UncoveredUsage[]): readonly Part[] {
  const whole = usage.reduce((sum, one) => sum + one.total, 0);
  return isZero(whole) ? [] : [{ platform, steady: null, average: whole / windowHours, floor: null }];
}

/** Sums up the hours of several cells. */
export function total(series: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(windowHours);
  for (const hours of series) {
    for (let h = 0; h < sum.length; h++) sum[h] = (sum[h] ?? 0) + (hours[h] ?? 0);
  }
  return sum;
}

/** The spend of the average hour and of the lowest hour. */
export function levelOf(hours: Float64Array): { average: Micros; floor: Micros } {
  let sum = 0;
  let floor = Number.POSITIVE_INFINITY;
  for (const hour of hours) {
    sum += hour;
    if (hour < floor) floor = hour;
  }
  return { average: sum / hours.length, floor };
}

function isSteady(hours: Float64Array): boolean {
  const { average, floor } = levelOf(hours);
  return average > 0 && floor >= steadyShare * average;
}

/** The recommended kind for a service: a spend-based one if it is sold, else a resource-based one. */
export function bestKind({ provider, planType }: Service): CommitmentKind {
  if (provider === 'provider_a') return planType === null ? 'reserved_instance' : 'savings_plan';
  return planType === null ? 'committed_use_discount' : 'spend_commitment';
}

/** The terms of recommended purchases: the shortest, with no upfront payment. */
export function suggestedOffering(kind: CommitmentKind) {
  return offeringFor(kind, 12, 'no_upfront');
}

function showPart(context: Context, domain: Domain, service: Service, part: Part) {
  const { steady, average, floor } = part;
  const { organizationId } = context.ledger.seedData;
  const kind = recommendedKind(context, service, part);
  return {
    provider: domain.provider,
    organization_id: organizationId,
    service: service.id,
    service_label: service.label,
    platform: part.platform,
    variability: steady === null ? null : steady ? 'steady' : 'variable',
    on_demand_hourly_avg: rate(average),
    on_demand_hourly_min: floor === null ? null : rate(floor),
    on_demand_monthly: usd(average * hoursPerMonth),
    volatility_ratio: volatilityOf(part),
    recommended_kind: kind,
    suggested_commitment_hourly: kind === null ? null : suggestedHourly(context, kind, floor ?? 0),
  };
}

/** Null if hours are not known, or corrections in a real bill exceed the usage of one. */
function volatilityOf({ average, floor }: Part): number | null {
  return floor === null || compareAmounts(floor, 0) < 0 ? null : round((average - floor) / average, 4);
}

/** The kind that fits a part best; null for one that is not steady, and without prices. */
function recommendedKind({ ledger }: Context, service: Service, { steady, floor }: Part) {
  const { cells } = ledger.priceList.pricedUsage(service.provider, service.id);
  return cells.length > 0 && steady === true && floor !== null && floor > 0 ? bestKind(service) : null;
}

function suggestedHourly({ ledger }: Context, kind: CommitmentKind, floor: Micros): number | null {
  // Rounded down to the step in which plans are sold, a hundred-thousandth of a dollar.
  const hourly = Math.floor(afterDiscount(floor, suggestedOffering(kind)) / 10) * 10;
  return hourly === 0 || ledger.seedData.lookupsFail ? null : rate(hourly);
}
