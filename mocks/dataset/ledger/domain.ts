import { type Day, hoursPerDay } from '../calendar.js';
import { lazily } from '../lazily.js';
import type { Micros } from '../money.js';
import type { Account, Cell, Commitment } from '../seed-data/types.js';
import { aggregateDay } from './aggregate-day.js';
import { Allocation } from './allocation.js';
import { type DailyUse, dailyTrends, dailyUse } from './daily-use.js';
import { type Measures, measureSlots } from './measure.js';
import { type Arrangement, arrange, type FeeLine, type Place, type Pool } from './pools.js';
import { type PricedCell, priced } from './prices.js';
import { addSums, emptySums, type Sums } from './sums.js';
import { createUsage, type UsageOfDay } from './usage.js';

export interface DomainParts {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly Cell[];
  readonly commitments: readonly Commitment[];
  readonly accounts: ReadonlyMap<string, Account>;
}

/** One service of one provider: its usage and commitments touch no others. */
export class Domain {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly PricedCell[];
  private readonly usages: readonly UsageOfDay[];
  private readonly arrangement: Arrangement;
  private readonly allocation: Allocation;
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
  placeOf(commitment: Commitment): Place | undefined {
    return this.places().get(commitment);
  }

  /** One day; stored once computed. */
  day(day: Day): Sums {
    const sums = this.days.get(day) ?? aggregateDay(this.allocation, this.arrangement, day);
    this.days.set(day, sums);
    return sums;
  }

  /** The days from `first` to `last`, both included. */
  readonly sum = byRange((first, last): Sums => {
    const whole = emptySums(this);
    for (let day = first; day <= last; day++) addSums(whole, this.day(day));
    return whole;
  });

  /** What all usage would cost at the prices paid if nothing covered it; next to no work. */
  readonly contracted = byRange((first, last): Micros => {
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

  /** Every commitment of the domain that could run. */
  readonly measure = byRange(
    (first, last): Measures =>
      measureSlots(this.allocation, (commitment) => this.placeOf(commitment), first, last),
  );

  /** One commitment day by day. */
  dailyUse(place: Place, first: Day, last: Day): readonly DailyUse[] {
    return dailyUse(this.allocation, place, first, last);
  }

  /** How far the utilization of each commitment moves a day: by pool, and slot of it. See {@link dailyTrends}. */
  dailyTrends(first: Day, last: Day): readonly Float64Array[] {
    return dailyTrends(this.allocation, first, last);
  }

  /** Units of each cell in the last hour of a day. */
  lastHour(day: Day): readonly number[] {
    this.allocation.run(day);
    return this.allocation.units.map((hours) => hours[hoursPerDay - 1]!);
  }

  /** What stayed on demand in each hour, at list: one array a cell, one entry an hour. */
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

/** Ranges that are stored; the clock makes old ones useless. */
const mostRanges = 40;

/** Computes something of a range of days once. */
function byRange<T>(compute: (first: Day, last: Day) => T): (first: Day, last: Day) => T {
  const stored = new Map<number, T>();
  return (first, last) => {
    // Days have five digits; a text would cost more to make than to look up.
    const range = first * 1_000_000 + last;
    const known = stored.get(range);
    if (known !== undefined) return known;
    const value = compute(first, last);
    if (stored.size >= mostRanges) stored.clear();
    stored.set(range, value);
    return value;
  };
}
