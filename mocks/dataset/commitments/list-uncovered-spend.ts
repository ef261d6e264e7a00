import type { OperationHandler } from '../../types.js';
import { hoursPerDay } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import type { Domain } from '../ledger/domain.js';
import { hoursPerMonth, type Micros, rate, round, usd } from '../money.js';
import { feeOf, offeringFor } from '../seed-data/offerings.js';
import type { CommitmentKind, Service } from '../seed-data/types.js';
import { commitableDomains } from './commitable.js';

/** A part is steady if its lowest hour is at least this share of the average hour. */
export const steadyShare = 0.8;

/** Uncovered on-demand usage that a commitment could cover, in disjoint parts. */
export function listUncoveredSpend(context: Context): OperationHandler {
  return () => ({
    data: context.memo('uncovered', () =>
      context.ledger.seedData.providers
        .filter(({ measured }) => measured)
        .flatMap(({ id }) => commitableDomains(context, id))
        .flatMap(({ domain, service }) =>
          partsOf(context, domain).map((part) => showPart(context, domain, service, part)),
        ),
    ),
  });
}

interface Part {
  readonly platform: string | null;
  readonly steady: boolean;
  readonly average: Micros;
  readonly floor: Micros;
}

function partsOf(context: Context, domain: Domain): readonly Part[] {
  const series = uncoveredSeries(context, domain);
  const platforms = [...new Set(domain.cells.map(({ platform }) => platform))];
  return platforms.flatMap((platform) => {
    const own = series.filter((_, c) => domain.cells[c]?.platform === platform);
    const steady = own.filter(isSteady);
    const variable = own.filter((hours) => !isSteady(hours));
    // Variable cells can add up to a steady sum, which then joins the steady part.
    const parts = isSteady(total(variable))
      ? [{ steady: true, hours: total(own) }]
      : [
          { steady: true, hours: total(steady) },
          { steady: false, hours: total(variable) },
        ];
    return parts
      .map((part) => ({ platform, steady: part.steady, ...levelOf(part.hours) }))
      .filter(({ average }) => average > 0);
  });
}

/** On-demand spend of each cell in each hour of the recent window, at contracted prices. */
export function uncoveredSeries(context: Context, domain: Domain): readonly Float64Array[] {
  return context.memo(`uncovered ${domain.provider} ${domain.service}`, () => {
    const { first, last } = recentWindow(context);
    return domain.uncoveredHours(first, last).map((hours, c) => {
      const { contractedPrice = 0, listPrice = 1 } = domain.cells[c] ?? {};
      return hours.map((list) => (list * contractedPrice) / listPrice);
    });
  });
}

/** Sums up the hours of several cells. */
export function total(series: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(windowDays * hoursPerDay);
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
  const kind = part.steady && part.floor > 0 ? bestKind(service) : null;
  // Rounded down to the step in which plans are sold, a hundred-thousandth of a dollar.
  const hourly = kind === null ? 0 : Math.floor(feeOf(suggestedOffering(kind), part.floor) / 10) * 10;
  const { lookupsFail, organizationId } = context.ledger.seedData;
  return {
    provider: domain.provider,
    organization_id: organizationId,
    service: service.id,
    service_label: service.label,
    platform: part.platform,
    variability: part.steady ? 'steady' : 'variable',
    on_demand_hourly_avg: rate(part.average),
    on_demand_hourly_min: rate(part.floor),
    on_demand_monthly: usd(part.average * hoursPerMonth),
    volatility_ratio: round((part.average - part.floor) / part.average, 4),
    recommended_kind: kind,
    suggested_commitment_hourly: hourly === 0 || lookupsFail ? null : rate(hourly),
  };
}
