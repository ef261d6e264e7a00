import type { OperationId } from '../../../../src/generated/operations.js';
import type { PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { count } from '../../../engine/count.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, round, roundingOf, sum } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import { rowsOf } from '../exchange-data.js';
import type { Judgment } from '../on-response.js';

/** Selects the subjects of a claim from the data of a response. */
type Selector<T> = (data: any, exchange: CompleteExchange) => readonly T[];

interface About<T> extends Claim {
  /** The subjects to judge. The check does not apply to a response without one. */
  readonly each: Selector<T>;
  readonly judge: (subject: T, exchange: CompleteExchange) => Judgment;
}

/** Returns a check of the data in successful responses of one operation. */
export function about<T>(operation: OperationId, { each, judge, ...claim }: About<T>): PassiveCheck {
  const pick = (exchange: CompleteExchange) => each(exchange.response.json?.data ?? {}, exchange);
  return {
    kind: 'passive',
    ...claim,
    on: 'success',
    operations: [operation],
    when: (exchange) => pick(exchange).length > 0,
    run(exchange) {
      for (const subject of pick(exchange)) {
        const judgment = judge(subject, exchange);
        if (judgment !== true) fail({ ...judgment, exchange });
      }
    },
  };
}

/**
 * Returns a check that keys are unique.
 *
 * @param message the violation: `Two providers have the same ...`
 */
export function areUnique(
  operation: OperationId,
  { message, keys, ...claim }: Claim & { readonly message: string; readonly keys: Selector<unknown> },
): PassiveCheck {
  return about(operation, {
    ...claim,
    each: (data, exchange) => [keys(data, exchange)].filter(({ length }) => length > 1),
    judge: (all) => {
      const duplicate = twiceIn(all);
      return (
        duplicate === undefined || {
          message,
          expected: 'no duplicates',
          actual: `${show(duplicate)} twice`,
        }
      );
    },
  });
}

/** A total and its parts. */
interface Sum {
  /** The field of the total. */
  readonly name: string;
  /** What the total is, for the violation: ``the sum of `lines[].savings_usd` ``. */
  readonly definition: string;
  readonly total: unknown;
  readonly parts: readonly unknown[];
  /** Allowed difference; a cent for each value by default. */
  readonly within?: number;
}

/** Returns a check that totals equal the sum of their parts. Skips a sum that contains a non-number. */
export function addUp(
  operation: OperationId,
  { sums, ...claim }: Claim & { readonly sums: Selector<Sum> },
): PassiveCheck {
  return about(operation, {
    ...claim,
    each: (data, exchange) =>
      sums(data, exchange).filter(
        ({ total, parts }) => Number.isFinite(total) && parts.every((part) => Number.isFinite(part)),
      ),
    judge: ({ name, definition, total, parts, within = 0 }) => {
      const expected = sum(parts as readonly number[]);
      return (
        Math.abs((total as number) - expected) <= within ||
        nearMoney(total as number, expected, parts.length + 1) || {
          message: `\`${name}\` is not ${definition}.`,
          expected: `${round(expected)} (${count(parts.length, 'value')})`,
          actual: `${name} ${total}`,
        }
      );
    },
  });
}

/**
 * Returns the parts of a total that leaves out what is null, and its definition. If all of them are null, the total is
 * unknown.
 *
 * @param name of the parts: `rows[].fee_monthly_net`
 */
export function knownParts(name: string, all: readonly unknown[]): Pick<Sum, 'definition' | 'parts'> {
  const parts = all.filter((part) => part !== null);
  const isPartial = parts.length < all.length;
  return {
    definition: `the sum of \`${name}\`${isPartial ? ', without those that are null' : ''}`,
    parts: isPartial && parts.length === 0 ? [undefined] : parts,
  };
}

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
  return { ...figure(...parts), isPercentage: true };
}

/** Allows for the rounding of percentages, by the decimals of all of them in the response. */
function withRounding(figures: readonly Figure[]): readonly Figure[] {
  const rounding = roundingOf(figures.filter((one) => one.isPercentage).map(({ value }) => value));
  return figures.map((one) => (one.isPercentage ? { ...one, within: (one.within ?? 0) + rounding } : one));
}

/**
 * Returns a check that figures match those they are computed from. Skips a figure that depends on a non-number.
 *
 * @param formula how the figures are computed, for the violation
 */
export function follows(
  operation: OperationId,
  { formula, figures, ...claim }: Claim & { readonly formula: string; readonly figures: Selector<Figure> },
): PassiveCheck {
  return about(operation, {
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

/**
 * Returns a check that a total of a list equals the sum over its items. Judges only lists of one page, because
 * a page does not contain the items of the others.
 *
 * @param total the field of the total
 * @param part the field of each item that is summed
 */
export function rowsAddUp(
  operation: OperationId,
  { total, part, ...claim }: Claim & { readonly total: string; readonly part: string },
): PassiveCheck {
  return addUp(operation, {
    ...claim,
    sums: (data) => {
      const rows = rowsOf(data.items);
      return data.pagination?.total_items === rows.length
        ? [
            {
              name: total,
              definition: `the sum of \`items[].${part}\``,
              total: data[total],
              parts: rows.map((row) => row[part]),
            },
          ]
        : [];
    },
  });
}
