import { getOrInsert } from '../../../../src/get-or-insert.js';
import { type Day, hoursPerDay } from '../../calendar.js';
import { lazily } from '../../lazily.js';
import type { Micros } from '../../money.js';
import type { Account, Cell, Commitment, HeldCommitment } from '../../seed-data/types.js';
import { aggregateDay } from '../aggregate-day.js';
import { Allocation } from '../allocation.js';
import { byRange } from '../by-range.js';
import { type DailyUtilization, dailyTrends, dailyUtilization } from '../daily-utilization.js';
import type { Domain, UncoveredUsage } from '../domain.js';
import type { ByAccount, Coverage, Savings } from '../figures.js';
import { type Measures, measureSlots } from '../measure.js';
import { type Arrangement, arrange, type FeeLine, type Place, type Pool } from '../pools.js';
import { type PricedCell, priced } from '../prices.js';
import { addSums, emptySums, type Sums } from '../sums.js';
import { createUsage, type UsageOfDay } from '../usage.js';
import { coverageByAccount, savingsByAccount } from './figures.js';

export interface DomainParts {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly Cell[];
  readonly commitments: readonly Commitment[];
  readonly accounts: ReadonlyMap<string, Account>;
}

/** The usage and commitments of one service of a scenario, independent of all others. */
export class ScenarioDomain implements Domain {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly PricedCell[];
  private readonly usages: readonly UsageOfDay[];
  private readonly arrangement: Arrangement;
  readonly allocation: Allocation;
  private readonly days = new Map<Day, Sums>();
  private readonly places = lazily(() => placesOf(this.pools));

  constructor({ provider, service, commitments, ...parts }: DomainParts, seed: number, origin: Day) {
    this.provider = provider;
    this.service = service;
    this.cells = priced(parts.cells, parts.accounts);
    this.usages = this.cells.map((cell) => createUsage(cell, seed, origin));
    this.arrangement = arrange(commitments, this.cells, parts.accounts);
    this.allocation = new Allocation(this.cells, this.pools, this.usages);
  }

  get lines(): readonly FeeLine[] {
    return this.arrangement.lines;
  }

  get pools(): readonly Pool[] {
    return this.arrangement.pools;
  }

  /** Undefined for a commitment that never runs. */
  placeOf(commitment: HeldCommitment): Place | undefined {
    return this.places().get(commitment as Commitment);
  }

  /** The sums of one day, cached. */
  day(day: Day): Sums {
    return getOrInsert(this.days, day, () => aggregateDay(this.allocation, this.arrangement, day));
  }

  /** The sums of the days from `first` to `last`, both included. */
  readonly sum = byRange((first, last): Sums => {
    const whole = emptySums(this);
    for (let day = first; day <= last; day++) addSums(whole, this.day(day));
    return whole;
  });

  get hasUsage(): boolean {
    return this.cells.length > 0;
  }

  coverage(first: Day, last: Day): ByAccount<Coverage> {
    return coverageByAccount(this, this.sum(first, last));
  }

  savings(first: Day, last: Day): ByAccount<Savings> {
    return savingsByAccount(this, this.sum(first, last));
  }

  /** Cost of all usage at contracted prices without commitments; cheap to compute. */
  readonly eligible = byRange((first, last): Micros => {
    const hours = new Float64Array(hoursPerDay);
    let sum = 0;
    for (let day = first; day <= last; day++) {
      this.cells.forEach((cell, c) => {
        this.usages[c]!(day, hours);
        sum += hours.reduce((total, used) => total + used, 0) * cell.contractedPrice;
      });
    }
    return sum;
  });

  /** The figures of every commitment of the domain that can run. */
  readonly measure = byRange(
    (first, last): Measures =>
      measureSlots(this.allocation, (commitment) => this.placeOf(commitment), first, last),
  );

  /** The daily utilization of one commitment. */
  dailyUtilization(commitment: HeldCommitment, first: Day, last: Day): readonly DailyUtilization[] {
    const place = this.placeOf(commitment);
    const eligibleOn = (day: Day) => this.day(day).cells.reduce((sum, cell) => sum + cell.contracted, 0);
    return place === undefined ? [] : dailyUtilization(this.allocation, place, first, last, eligibleOn);
  }

  trend(commitment: HeldCommitment, first: Day, last: Day): number {
    const place = this.placeOf(commitment);
    return (place && this.dailyTrends(first, last)[place.pool]?.[place.slot]) ?? Number.NaN;
  }

  /** The trend of each commitment's utilization, by pool and slot. See {@link dailyTrends}. */
  private readonly dailyTrends = byRange((first, last) => dailyTrends(this.allocation, first, last), 2);

  uncovered(first: Day, last: Day): readonly UncoveredUsage[] {
    const hoursOf = this.contractedHours(first, last);
    return this.cells.map(({ platform }, c) => {
      const hours = hoursOf[c]!;
      return { platform, hours, total: hours.reduce((sum, hour) => sum + hour, 0) };
    });
  }

  /** On-demand cost in each hour at contracted price. See {@link uncoveredHours}. */
  readonly contractedHours: (first: Day, last: Day) => readonly Float64Array[] = byRange(
    (first, last) =>
      this.uncoveredHours(first, last).map((hours, c) => {
        const { contractedPrice, listPrice } = this.cells[c]!;
        return hours.map((list) => (list * contractedPrice) / listPrice);
      }),
    2,
  );

  /** The units of each cell in the last hour of a day. */
  lastHour(day: Day): readonly number[] {
    this.allocation.run(day);
    return this.allocation.units.map((hours) => hours[hoursPerDay - 1]!);
  }

  /** On-demand cost in each hour at list price: one array a cell, one entry an hour. */
  uncoveredHours(first: Day, last: Day): readonly Float64Array[] {
    const hours = this.cells.map(() => new Float64Array((last - first + 1) * hoursPerDay));
    for (let day = first; day <= last; day++) {
      this.allocation.run(day);
      hours.forEach((of, c) => {
        const from = c * hoursPerDay;
        of.set(this.allocation.uncovered.subarray(from, from + hoursPerDay), (day - first) * hoursPerDay);
      });
    }
    return hours;
  }
}

function placesOf(pools: readonly Pool[]): ReadonlyMap<Commitment, Place> {
  const places = new Map<Commitment, Place>();
  pools.forEach(({ stack }, pool) => {
    stack.slots.forEach(({ commitment }, slot) => {
      places.set(commitment, { pool, slot });
    });
  });
  return places;
}
