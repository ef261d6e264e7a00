import type { OperationId } from '../../../src/generated/operations.js';
import type { Check, ExchangeCheck } from '../../check.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import type { AnsweredExchange } from '../../http/exchange.js';
import { parseBody } from '../../http/parse-body.js';
import { fail } from '../../outcome.js';

export type Claim = Pick<Check, 'id' | 'level' | 'basis' | 'requirement' | 'source'>;

/** What a judgement says when the claim does not hold. */
export interface Fault {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * A claim about the data of one operation's successes.
 *
 * @param subjects picks what the claim is about; with none of it, nothing is judged
 * @param judge tells what is wrong with one of them, if anything is
 */
export function about<T>(
  operation: OperationId,
  claim: Claim,
  subjects: (data: any, exchange: AnsweredExchange) => readonly T[],
  judge: (subject: T, exchange: AnsweredExchange) => Fault | undefined,
): ExchangeCheck {
  const pick = (exchange: AnsweredExchange) => subjects(exchange.response.json?.data ?? {}, exchange);
  return {
    kind: 'exchange',
    ...claim,
    on: 'success',
    operations: [operation],
    when: (exchange) => pick(exchange).length > 0,
    run(exchange) {
      for (const subject of pick(exchange)) {
        const fault = judge(subject, exchange);
        if (fault) fail({ ...fault, exchange });
      }
    },
  };
}

/** A claim that of several things none is told twice. */
export function toldOnce(
  operation: OperationId,
  claim: Claim,
  what: string,
  keys: (data: any, exchange: AnsweredExchange) => readonly unknown[],
): ExchangeCheck {
  return about(
    operation,
    claim,
    (data, exchange) => {
      const all = keys(data, exchange);
      return all.length > 1 ? [all] : [];
    },
    (all) => {
      const again = twiceIn(all);
      return again === undefined
        ? undefined
        : { message: `${what} is told twice.`, expected: 'each once', actual: `${show(again)} twice` };
    },
  );
}

/** A claim that a number is the sum of others. */
export function addUp(
  operation: OperationId,
  claim: Claim,
  sums: (
    data: any,
    exchange: AnsweredExchange,
  ) => readonly { readonly name: string; readonly total: unknown; readonly parts: readonly unknown[] }[],
): ExchangeCheck {
  return about(
    operation,
    claim,
    (data, exchange) =>
      sums(data, exchange).filter(
        ({ total, parts }) => typeof total === 'number' && parts.every((part) => typeof part === 'number'),
      ),
    ({ name, total, parts }) => {
      const expected = sum(parts as readonly number[]);
      return nearMoney(total as number, expected, parts.length + 1)
        ? undefined
        : {
            message: `${name} is not the sum of its parts.`,
            expected: `${round(expected)} over ${parts.length} parts`,
            actual: `${name} ${total}`,
          };
    },
  );
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
  claim: Claim,
  figures: (data: any, exchange: AnsweredExchange) => readonly Figure[],
): ExchangeCheck {
  return about(
    operation,
    claim,
    (data, exchange) =>
      figures(data, exchange).filter(
        ({ value, from, by }) =>
          [value, ...from].every((one) => typeof one === 'number') &&
          Number.isFinite(by(...(from as readonly number[]))),
      ),
    ({ name, value, from, by, within = 0 }) => {
      const expected = by(...(from as readonly number[]));
      return Math.abs((value as number) - expected) <= within ||
        nearMoney(value as number, expected, from.length + 1)
        ? undefined
        : {
            message: `${name} does not follow from the figures it is computed from.`,
            expected: round(expected),
            actual: `${name} ${value}`,
          };
    },
  );
}

/**
 * A claim that a list tells the sum over its rows. A page tells nothing of the rows on others, so only a list
 * that stands on one page is judged.
 *
 * @param total what the sum is called
 * @param part what is summed, in each row
 */
export function rowsAddUp(operation: OperationId, claim: Claim, total: string, part: string): ExchangeCheck {
  return addUp(operation, claim, (data) => {
    const rows = rowsOf(data.items);
    return data.pagination?.total_items === rows.length
      ? [{ name: total, total: data[total], parts: rows.map((row) => row[part]) }]
      : [];
  });
}

/** The value itself as a list of one, or none when it is missing. */
export function one<T>(value: T | undefined | null): readonly T[] {
  return value === undefined || value === null ? [] : [value];
}

export function list(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; that there is nothing else in it is a claim of its own. */
export function rowsOf(value: unknown): readonly any[] {
  return list(value).filter((row) => typeof row === 'object' && row !== null);
}

/** The value of a query parameter of the request. */
export function asked(exchange: AnsweredExchange, name: string): string | undefined {
  return exchange.request.query.find(([known]) => known === name)?.[1];
}

/** The body that was sent; undefined where it was wrong on purpose and is no JSON object. */
export function sent({ request }: Pick<AnsweredExchange, 'request'>): any {
  const body = parseBody(request.body ?? '');
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
}
