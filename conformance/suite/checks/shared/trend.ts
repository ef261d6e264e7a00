import type { OperationId } from '../../../../src/generated/operations.js';
import type { PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { round, sum } from '../../expect/near.js';
import { dayMs } from '../../figures/days.js';
import { rowsOf } from './exchange-data.js';
import { forEachRow } from './for-each-row.js';
import { instant } from './timestamps.js';

/** A value on a day. */
interface Point {
  /** Days since 1970. */
  readonly at: number;
  readonly value: number;
}

const mean = (values: readonly number[]) => sum(values) / values.length;

/** Returns the slope of the straight line through points, per day. */
function slopeOf(points: readonly Point[]): number {
  const [middle, level] = [mean(points.map(({ at }) => at)), mean(points.map(({ value }) => value))];
  const rise = sum(points.map(({ at, value }) => (at - middle) * (value - level)));
  return rise / sum(points.map(({ at }) => (at - middle) ** 2));
}

/** Returns by how much the slope changes at most if each value changes by 1. */
export function leverageOf(points: readonly Point[]): number {
  const middle = mean(points.map(({ at }) => at));
  const distances = points.map(({ at }) => Math.abs(at - middle));
  return sum(distances) / sum(distances.map((distance) => distance ** 2));
}

interface Trend extends Claim {
  /** The object with the trend, and the rows with the points. */
  readonly of: (data: any) => { readonly owner: any; readonly rows: unknown };
  readonly field: string;
  /** The field of a row with its value. */
  readonly value: string;
  /** The days of the change. */
  readonly days: number;
  /** How the trend is computed, for the violation. */
  readonly formula: string;
  /** Allowed difference. */
  readonly within: (change: number, points: readonly Point[], actual: number) => number;
}

/** Returns a check that a field is the change in some days of the straight line through more than two points. */
export function trend(
  operation: OperationId,
  { of, field, value, days, formula, within, ...claim }: Trend,
): PassiveCheck {
  return forEachRow(operation, {
    ...claim,
    each(data) {
      const { owner, rows } = of(data);
      const points = rowsOf(rows).map((row) => ({ at: instant(row.date) / dayMs, value: row[value] }));
      const [actual, change] = [owner?.[field], slopeOf(points) * days];
      const isKnown = points.length > 2 && Number.isFinite(change) && typeof actual === 'number';
      return isKnown ? [{ actual, change, points }] : [];
    },
    judge: ({ actual, change, points }) =>
      Math.abs(actual - change) <= within(change, points, actual) || {
        message: `\`${field}\` is not ${formula}.`,
        expected: round(change),
        actual: `${field} ${actual}`,
      },
  });
}
