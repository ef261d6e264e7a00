import { type Day, hoursPerDay, weekdayOf } from '../calendar.js';
import { hash32, streamOf } from '../random.js';
import type { Cell, Profile } from '../seed-data/types.js';

interface Shape {
  /** Percentage of the average hour, by hour of the day. */
  readonly hours: readonly number[];
  readonly weekend: number;
  /** Largest random deviation of an hour, in percent. */
  readonly noise: number;
}

const flat = Array.from({ length: hoursPerDay }, () => 100);
// Tables instead of curves: the last digit of a sine depends on the JavaScript engine.
const shapes: Readonly<Record<Profile, Shape>> = {
  flat: { hours: flat, weekend: 100, noise: 2 },
  office: {
    hours: [
      58, 56, 55, 55, 56, 60, 70, 88, 108, 124, 134, 138, 136, 138, 140, 138, 132, 124, 112, 98, 86, 76, 68,
      62,
    ],
    weekend: 62,
    noise: 5,
  },
  evening: {
    hours: [
      90, 76, 66, 60, 58, 58, 62, 70, 78, 84, 90, 96, 102, 104, 104, 108, 116, 128, 142, 152, 154, 148, 132,
      110,
    ],
    weekend: 122,
    noise: 6,
  },
  batch: {
    hours: [
      180, 310, 340, 320, 230, 120, 40, 22, 22, 24, 30, 40, 48, 44, 36, 30, 26, 24, 24, 28, 36, 60, 90, 130,
    ],
    weekend: 78,
    noise: 12,
  },
};

/** Writes the whole units that a cell used in each hour of a day to `into`. */
export type UsageOfDay = (day: Day, into: Float64Array) => void;

/** @param origin the day on which the cell reaches its average size */
export function createUsage(cell: Cell, seed: number, origin: Day): UsageOfDay {
  const stream = streamOf(cell.id);
  const shape = shapes[cell.profile];
  // The seed makes a cell up to 5 % larger or smaller, so that datasets of other seeds differ.
  const base = (cell.units * (950 + (hash32(seed, stream, -1) % 101))) / 1000;
  const spread = 2 * shape.noise * 100 + 1;
  return (day, into) => {
    const growth = Math.max(0.2, 1 + (cell.growthBps * (day - origin)) / 300_000);
    const weekday = weekdayOf(day);
    const level = base * growth * (weekday === 0 || weekday === 6 ? shape.weekend / 100 : 1);
    for (let hour = 0; hour < hoursPerDay; hour++) {
      const deviation = (hash32(seed, stream, day * hoursPerDay + hour) % spread) - (spread >> 1);
      into[hour] = Math.floor(((level * (shape.hours[hour] as number)) / 100) * (1 + deviation / 10_000));
    }
  };
}
