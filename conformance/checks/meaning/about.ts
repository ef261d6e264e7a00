import type { OperationId } from '../../../src/generated/operations.js';
import type { ExchangeCheck } from '../../check.js';
import type { Claim } from '../../claim.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { fail } from '../../outcome.js';
import { rowsOf } from '../exchange-data.js';
import type { Judgement } from '../on-response.js';

/** Picks what a claim is about from the data of a response. */
type Selector<T> = (data: any, exchange: CompleteExchange) => readonly T[];

interface About<T> extends Claim {
  /** What the claim is about; with none of it, nothing is judged. */
  readonly each: Selector<T>;
  readonly judge: (subject: T, exchange: CompleteExchange) => Judgement;
}

/** A claim about the data of one operation's successes. */
export function about<T>(operation: OperationId, { each, judge, ...claim }: About<T>): ExchangeCheck {
  const pick = (exchange: CompleteExchange) => each(exchange.response.json?.data ?? {}, exchange);
  return {
    kind: 'exchange',
    ...claim,
    on: 'success',
    operations: [operation],
    when: (exchange) => pick(exchange).length > 0,
    run(exchange) {
      for (const subject of pick(exchange)) {
        const judgement = judge(subject, exchange);
        if (judgement !== true) fail({ ...judgement, exchange });
      }
    },
  };
}

/** A claim that of several things none is told twice. */
export function areUnique(
  operation: OperationId,
  { what, keys, ...claim }: Claim & { readonly what: string; readonly keys: Selector<unknown> },
): ExchangeCheck {
  return about(operation, {
    ...claim,
    each: (data, exchange) => [keys(data, exchange)].filter(({ length }) => length > 1),
    judge: (all) => {
      const again = twiceIn(all);
      return (
        again === undefined || {
          message: `${what} is told twice.`,
          expected: 'each once',
          actual: `${show(again)} twice`,
        }
      );
    },
  });
}

/** A number, and the numbers that it is the sum of. */
interface Sum {
  readonly name: string;
  readonly total: unknown;
  readonly parts: readonly unknown[];
}

/** A claim that a number is the sum of others. */
export function addUp(
  operation: OperationId,
  { sums, ...claim }: Claim & { readonly sums: Selector<Sum> },
): ExchangeCheck {
  return about(operation, {
    ...claim,
    each: (data, exchange) =>
      sums(data, exchange).filter(
        ({ total, parts }) => typeof total === 'number' && parts.every((part) => typeof part === 'number'),
      ),
    judge: ({ name, total, parts }) => {
      const expected = sum(parts as readonly number[]);
      return (
        nearMoney(total as number, expected, parts.length + 1) || {
          message: `${name} is not the sum of its parts.`,
          expected: `${round(expected)} over ${parts.length} parts`,
          actual: `${name} ${total}`,
        }
      );
    },
  });
}

/** A figure, and the figures of the same response that it is computed from. */
export interface Figure {
  readonly name: string;
  readonly value: unknown;
  readonly from: readonly unknown[];
  by(...from: number[]): number;
  /** How far off it may be; by default a cent for each figure. */
  readonly within?: number;
}

/** A member of an object as a figure that is computed from other members. */
export function figure(
  row: any,
  name: string,
  from: readonly string[],
  by: Figure['by'],
  within = 0,
): Figure {
  return { name, value: row[name], from: from.map((other) => row[other]), by, within };
}

/** A claim that figures follow from others. A figure with an unknown among them is not judged. */
export function follows(
  operation: OperationId,
  { figures, ...claim }: Claim & { readonly figures: Selector<Figure> },
): ExchangeCheck {
  return about(operation, {
    ...claim,
    each: (data, exchange) =>
      figures(data, exchange).filter(
        ({ value, from, by }) =>
          [value, ...from].every((one) => typeof one === 'number') &&
          Number.isFinite(by(...(from as readonly number[]))),
      ),
    judge: ({ name, value, from, by, within = 0 }) => {
      const expected = by(...(from as readonly number[]));
      return (
        Math.abs((value as number) - expected) <= within ||
        nearMoney(value as number, expected, from.length + 1) || {
          message: `${name} does not follow from the figures it is computed from.`,
          expected: round(expected),
          actual: `${name} ${value}`,
        }
      );
    },
  });
}

/**
 * A claim that a list tells the sum over its rows. A page tells nothing of the rows on others, so only a list
 * that stands on one page is judged.
 *
 * @param total what the sum is called
 * @param part what is summed, in each row
 */
export function rowsAddUp(
  operation: OperationId,
  { total, part, ...claim }: Claim & { readonly total: string; readonly part: string },
): ExchangeCheck {
  return addUp(operation, {
    ...claim,
    sums: (data) => {
      const rows = rowsOf(data.items);
      return data.pagination?.total_items === rows.length
        ? [{ name: total, total: data[total], parts: rows.map((row) => row[part]) }]
        : [];
    },
  });
}
