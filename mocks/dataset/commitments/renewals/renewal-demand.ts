import {
  dayOf,
  firstDayOf,
  hourOf,
  hoursPerDay,
  isoDate,
  lastDayOf,
  monthOf,
  type Range,
} from '../../calendar.js';
import { type Context, lastActualDay, nowOf, recentWindow } from '../../context.js';
import type { PricedUsage } from '../../ledger/price-list.js';
import { microsPerDollar, round, slope, sum, usd } from '../../money.js';
import { monthlySavingOf } from '../../recommendations/savings.js';
import { lastInstantOf } from '../../seed-data/last-instant.js';
import type { Commitment, Recommendation } from '../../seed-data/types.js';
import { stateOf } from '../status.js';

/** Number of complete months, in addition to the current one, that demand is derived from. */
const months = 4;

export type Demand = NonNullable<ReturnType<typeof demandOf>>;

/** The usage that a renewal has to cover, in the units of the commitment; null if the provider is not measured. */
export function demandOf(context: Context, commitment: Commitment) {
  const { ledger } = context;
  if (ledger.providers.get(commitment.provider)?.measured !== true) return null;
  const usage = pricedUsageOf(context, commitment);
  const running = stateOf(commitment, nowOf(context)) === 'active';
  const lastDay = lastActualDay(context);
  const ranges = Array.from({ length: months + 1 }, (_, i) => {
    const month = monthOf(lastDay) - months + i;
    return { first: firstDayOf(month), last: Math.min(lastDayOf(month), lastDay) };
  }).filter(({ first }) => !running || first * hoursPerDay >= hourOf(commitment.start));
  const recent = recentWindow(context);
  const used = (range: Range) =>
    running ? coveredUsage(context, commitment, range) : matchingUsage(commitment, usage, range);
  const shown = ranges.length > 0 ? ranges : [recent];
  const points = shown.map((range) => ({ day: range.first, units: round(used(range).units, 4) }));
  const { units, list } = used(recent);
  const level = sum(points.map((point) => point.units)) / points.length;
  const changes = pendingChanges(context, commitment);
  const landed = changes.reduce((left, change) => left * (1 - change.savingBps / 10_000), 1);
  return {
    basis: running ? 'commitment_usage' : 'same_shape_usage',
    points,
    unitsPerMonth: round(slope(points.map((point) => point.units)), 4),
    // Hourly price of one unit, in dollars; null if nothing was measured.
    onDemandRate: units === 0 ? null : round(list / units / microsPerDollar, 6),
    onDemandFloor: context.memo(`floor ${commitment.id}`, () => floorOf(commitment, usage, recent)),
    // In an average hour after the end, with pending changes applied.
    expected: round(level * landed, 4),
  };
}

interface Usage {
  /** In an average hour. */
  readonly units: number;
  /** Hourly cost of those units at list price, in micro-dollars. */
  readonly list: number;
}

function pricedUsageOf({ ledger }: Context, { provider, service }: Commitment): PricedUsage {
  return ledger.priceList.pricedUsage(provider, service);
}

/** Usage that the commitment covered. */
function coveredUsage({ ledger }: Context, commitment: Commitment, { first, last }: Range): Usage {
  const measure = ledger.measuresOf(commitment).between(first, last).get(commitment);
  if (measure === undefined || measure.liveHours === 0) return { units: 0, list: 0 };
  const units = measure.used / (commitment.capacity?.unitsPerOne ?? 1);
  return { units: units / measure.liveHours, list: measure.coveredList / measure.liveHours };
}

/** All usage that the commitment could apply to, covered or not. */
function matchingUsage(commitment: Commitment, usage: PricedUsage, { first, last }: Range): Usage {
  const hours = (last - first + 1) * hoursPerDay;
  let units = 0;
  let list = 0;
  for (const c of applicableCells(commitment, usage)) {
    let own = 0;
    for (let day = first; day <= last; day++) own += usage.unitsOn(c, day);
    units += own;
    list += own * usage.cells[c]!.listPrice;
  }
  const held =
    commitment.capacity === null ? list * planRate(commitment) : units / commitment.capacity.unitsPerOne;
  return { units: held / hours, list: list / hours };
}

/** Dollars of commitment consumed by a micro-dollar of usage at list price. */
function planRate(commitment: Commitment): number {
  return commitment.feePerHour / commitment.coversListPerHour / microsPerDollar;
}

/** On-demand units of the lowest hour. */
function floorOf(commitment: Commitment, usage: PricedUsage, { first, last }: Range): number {
  const hours = usage.onDemandHours(first, last);
  const cells = applicableCells(commitment, usage);
  let floor = Number.POSITIVE_INFINITY;
  for (let h = 0; h < (last - first + 1) * hoursPerDay; h++) {
    let units = 0;
    for (const c of cells) {
      const list = hours[c]?.[h] ?? 0;
      const price = usage.cells[c]?.listPrice ?? 1;
      units +=
        commitment.capacity === null
          ? list * planRate(commitment)
          : list / price / commitment.capacity.unitsPerOne;
    }
    floor = Math.min(floor, units);
  }
  return Number.isFinite(floor) ? round(floor, 4) : 0;
}

/** Cells that the commitment applies to, or would apply to if it ran. */
function applicableCells(commitment: Commitment, usage: PricedUsage): readonly number[] {
  const { capacity } = commitment;
  return usage.cells.flatMap((cell, c) => {
    const applies =
      cell.holder.shares &&
      (capacity === null ||
        (cell.region === commitment.region &&
          (capacity.platform === null || cell.platform === capacity.platform)));
    return applies ? [c] : [];
  });
}

/** The resources that it applied to in the last measured hour. */
export function sizeMix(context: Context, commitment: Commitment) {
  const { capacity } = commitment;
  if (capacity === null || stateOf(commitment, nowOf(context)) !== 'active') return [];
  const usage = pricedUsageOf(context, commitment);
  const sizes = sizesOf(context, commitment);
  const units = usage.lastHour(lastActualDay(context));
  const mix = new Map<string, number>();
  for (const c of applicableCells(commitment, usage)) {
    // A resource that no reservation is sold for counts as the held one.
    const name = usage.cells[c]?.resource ?? capacity.resource;
    const resource = name in sizes ? name : capacity.resource;
    mix.set(resource, (mix.get(resource) ?? 0) + (units[c] ?? 0));
  }
  return [...mix].map(([resource, held]) => ({
    instance_type: resource,
    deployment: 'single_zone',
    instances: Math.round(held / (sizes[resource] ?? capacity.unitsPerOne)),
    normalized_units: round(held / capacity.unitsPerOne, 4),
  }));
}

/** The dates of the demand projection: the end, and one and two years later. */
export function projectionDays(commitment: Commitment): readonly string[] {
  const end = dayOf(lastInstantOf(commitment));
  return [0, 365, 730].map((days) => isoDate(end + days));
}

const settled = new Set<Recommendation['status']>(['optimized', 'rejected', 'unavailable', 'failed']);

/** Recommendations that would resize usage under a commitment and are still open. */
export function pendingChanges({ ledger }: Context, commitment: Commitment): readonly Recommendation[] {
  return ledger.seedData.recommendations.filter(
    (one) => one.resizes === commitment.id && !settled.has(one.status),
  );
}

/** A change as the renewal operations return it. */
export function showChange(context: Context, change: Recommendation) {
  const cell = context.ledger.priceList.cells.get(change.cell);
  return {
    recommendation_id: change.id,
    service: cell?.service ?? '',
    account: cell?.account ?? '',
    monthly_savings: usd(monthlySavingOf(context, change)),
    status: change.status,
  };
}

/** The resources it could be renewed as, with their units; empty for a dollar commitment. */
export function sizesOf({ ledger }: Context, commitment: Commitment): Readonly<Record<string, number>> {
  const { provider, service, capacity } = commitment;
  return capacity === null ? {} : (ledger.serviceOf(provider, service)?.sizes ?? {});
}
