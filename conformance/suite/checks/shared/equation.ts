import type { OperationId } from '../../../../src/generated/operations.js';
import type { PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { nearMoney, round, roundingOf } from '../../expect/near.js';
import { forEachRow, type Selector } from './for-each-row.js';

/** A figure and the figures of the same response that it is computed from. */
export interface Figure {
  /** The field of the figure. */
  readonly name: string;
  readonly value: unknown;
  readonly from: readonly unknown[];
  by(...from: number[]): number;
  /** Allowed difference; a cent for each figure by default. */
  readonly within?: number;
  /** Whether it is a percentage, which may have fewer decimals. */
  readonly isPercentage?: boolean;
}

/** Returns a field of an object as a figure that is computed from other fields of the object. */
export function figure(
  row: any,
  name: string,
  from: readonly string[],
  by: Figure['by'],
  within = 0,
): Figure {
  return { name, value: row[name], from: from.map((other) => row[other]), by, within };
}

/** Returns a figure that is a percentage of others. */
export function percentage(...parts: Parameters<typeof figure>): Figure {
  return Object.assign(figure(...parts), { isPercentage: true });
}

/** Allows for the rounding of percentages, by the decimals of all of them in the response. */
function withRounding(figures: readonly Figure[]): readonly Figure[] {
  const rounding = roundingOf(figures.filter((one) => one.isPercentage).map(({ value }) => value));
  if (rounding === 0) return figures;
  return figures.map((one) => (one.isPercentage ? { ...one, within: (one.within ?? 0) + rounding } : one));
}

/**
 * Returns a check that figures match those they are computed from. Skips a figure that depends on a non-number.
 *
 * @param formula how the figures are computed, for the violation
 */
export function equation(
  operation: OperationId,
  { formula, figures, ...claim }: Claim & { readonly formula: string; readonly figures: Selector<Figure> },
): PassiveCheck {
  return forEachRow(operation, {
    ...claim,
    each: (data, exchange) =>
      withRounding(figures(data, exchange)).filter(
        ({ value, from, by }) =>
          [value, ...from].every((one) => typeof one === 'number') &&
          Number.isFinite(by(...(from as readonly number[]))),
      ),
    judge: ({ name, value, from, by, within = 0 }) => {
      const expected = by(...(from as readonly number[]));
      return (
        Math.abs((value as number) - expected) <= within ||
        nearMoney(value as number, expected, from.length + 1) || {
          message: `\`${name}\` is not ${formula}.`,
          expected: round(expected),
          actual: `${name} ${value}`,
        }
      );
    },
  });
}
