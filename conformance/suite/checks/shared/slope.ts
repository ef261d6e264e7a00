import { sum } from '../../expect/near.js';
import { dayMs } from '../../figures/days.js';
import { instant } from './timestamps.js';

/** Returns the slope of the straight line through points, per unit of `at`. */
export function slopeOf(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const [middle, level] = [mean(points.map(({ at }) => at)), mean(points.map(({ value }) => value))];
  const rise = sum(points.map(({ at, value }) => (at - middle) * (value - level)));
  return rise / sum(points.map(({ at }) => (at - middle) ** 2));
}

/** Returns by how much the slope changes at most if each value changes by 1. */
export function leverageOf(points: readonly { readonly at: number }[]): number {
  const middle = sum(points.map(({ at }) => at)) / points.length;
  const distances = points.map(({ at }) => Math.abs(at - middle));
  return sum(distances) / sum(distances.map((distance) => distance ** 2));
}

export const pointsOf = (rows: readonly any[], name: string) =>
  rows.map((row) => ({ at: instant(row.date) / dayMs, value: row[name] as number }));
