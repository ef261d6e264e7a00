import type { OperationHandler } from '../../types.js';
import { hoursPerDay } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import type { Domain } from '../ledger/domain.js';
import { hoursPerMonth, type Micros, rate, round, usd } from '../money.js';
import { feeOf, offeringFor } from '../seed-data/offerings.js';
import type { CommitmentKind, Service } from '../seed-data/types.js';
import { commitableDomains } from './commitable.js';

/** A part is steady when its quietest hour spends at least this much of the average. */
export const steadyShare = 0.8;

/** The on-demand usage that a commitment could cover and none does, in parts that do not overlap. */
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
    // What varies alone may be even together; then it is one with what is steady.
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

/** What each cell spent on demand in each hour of the recent window, at the prices that are paid. */
export function uncoveredSeries(context: Context, domain: Domain): readonly Float64Array[] {
  return context.memo(`uncovered ${domain.provider} ${domain.service}`, () => {
    const { first, last } = recentWindow(context);
    return domain.uncoveredHours(first, last).map((hours, c) => {
      const { contractedPrice = 0, listPrice = 1 } = domain.cells[c] ?? {};
      return hours.map((list) => (list * contractedPrice) / listPrice);
    });
  });
}

/** Hour by hour, some cells together. */
export function total(series: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(windowDays * hoursPerDay);
  for (const hours of series) {
    for (let h = 0; h < sum.length; h++) sum[h] = (sum[h] ?? 0) + (hours[h] ?? 0);
  }
  return sum;
}

/** What an average hour and the quietest hour spend. */
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

/** What fits a service best: dollars where plans are sold, else capacity. */
export function bestKind({ provider, planType }: Service): CommitmentKind {
  if (provider === 'provider_a') return planType === null ? 'reserved_instance' : 'savings_plan';
  return planType === null ? 'committed_use_discount' : 'spend_commitment';
}

/** The terms that purchases are suggested on: the shortest, with nothing to pay at once. */
export function suggestedOffering(kind: CommitmentKind) {
  return offeringFor(kind, 12, 'no_upfront');
}

function showPart(context: Context, domain: Domain, service: Service, part: Part) {
  const kind = part.steady && part.floor > 0 ? bestKind(service) : null;
  // Rounded down to what plans are sold in, a hundred-thousandth of a dollar.
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
