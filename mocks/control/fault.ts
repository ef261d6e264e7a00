import { statusOfCode } from '../../src/contract/errors.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { nearest } from '../../src/text/nearest.js';
import { longestLatencyMs, mostFaultRules } from '../limits.js';
import { ControlError } from './control-error.js';

/** What goes wrong with an answer. */
export type Fault =
  /** A failure of the contract instead of the answer; the operation does not run. */
  | { readonly kind: 'status'; readonly status: number }
  /** The answer is late; a keyed write holds its key meanwhile. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The operation runs, but the connection ends without an answer. */
  | { readonly kind: 'drop' }
  /** The connection ends after so many bytes of the body. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** The body comes slowly. */
  | { readonly kind: 'drip'; readonly bytes_per_second: number }
  /** The answer is complete, but its body is no JSON. */
  | { readonly kind: 'malformed' };

/** A fault and the requests it befalls: all of the operation's, unless `nth`, `every` or `count` say fewer. */
export type FaultRule = Fault & {
  /** An operationId of the document, or `*` for each. */
  readonly operation: OperationId | '*';
  /** Only the nth request after the rule was set, counted from 1. */
  readonly nth?: number;
  /** Only each nth request. */
  readonly every?: number;
  /** So many times at most. */
  readonly count?: number;
};

type Bounds = readonly [least: number, most: number];
const anyCount: Bounds = [1, 1_000_000];

/** The numbers of each kind. */
const numbersOf: Readonly<Record<Fault['kind'], Readonly<Record<string, Bounds>>>> = {
  status: { status: [400, 599] },
  latency: { ms: [1, longestLatencyMs] },
  drop: {},
  truncate: { bytes: [0, 1_000_000_000] },
  drip: { bytes_per_second: [1, 1_000_000_000] },
  malformed: {},
};
const kinds = Object.keys(numbersOf);
const codes: ReadonlySet<number> = new Set(Object.values(statusOfCode));

/**
 * Reads rules that somebody wrote.
 *
 * @throws {ControlError} with the first thing that is wrong
 */
export function readFaultRules(value: unknown): readonly FaultRule[] {
  if (!Array.isArray(value)) throw new ControlError(400, '`rules` has to be a list of rules.');
  if (value.length > mostFaultRules) {
    throw new ControlError(
      400,
      `These are ${value.length} rules; ${mostFaultRules} is the most there may be.`,
    );
  }
  return value.map((rule, index) => readRule(rule, `rules[${index}]`));
}

function didYouMean(operation: unknown): string {
  if (typeof operation !== 'string' || operation.length > 100) return '';
  const names = operations.map(({ operationId }) => operationId);
  const meant = nearest(operation, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function readRule(value: unknown, where: string): FaultRule {
  const wrong = (what: string) => new ControlError(400, `${where}${what}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(' has to be a JSON object, such as {"operation":"*","kind":"drop","nth":1}.');
  }
  const rule = value as Readonly<Record<string, unknown>>;
  const { kind, operation } = rule;
  if (typeof kind !== 'string' || !Object.hasOwn(numbersOf, kind)) {
    throw wrong(`.kind has to be one of ${kinds.join(', ')}.`);
  }
  const known = operations.find(({ operationId }) => operationId === operation);
  if (operation !== '*' && !known) {
    throw wrong(
      `.operation has to be an operationId of the document, or * for each.${didYouMean(operation)}`,
    );
  }
  const needed = numbersOf[kind as Fault['kind']];
  const allowed: Readonly<Record<string, Bounds>> = {
    ...needed,
    nth: anyCount,
    every: anyCount,
    count: anyCount,
  };
  for (const name of Object.keys(rule)) {
    if (name !== 'operation' && name !== 'kind' && !Object.hasOwn(allowed, name)) {
      throw wrong(
        ` has no ${JSON.stringify(name.slice(0, 50))}; ${kind} knows ${Object.keys(allowed).join(', ')}.`,
      );
    }
  }
  for (const [name, [least, most]] of Object.entries(allowed)) {
    const number = rule[name];
    if (number === undefined && !(name in needed)) continue;
    if (!Number.isInteger(number) || (number as number) < least || (number as number) > most) {
      throw wrong(`.${name} has to be a whole number from ${least} to ${most}.`);
    }
  }
  if (rule.nth !== undefined && rule.every !== undefined)
    throw wrong(' has nth and every; give one of them.');
  if (kind === 'status') {
    const status = rule.status as number;
    const documented = known ? known.responses[status] !== undefined : true;
    if (!codes.has(status) || !documented) {
      const possible = [...codes].filter((code) => !known || known.responses[code] !== undefined);
      throw wrong(`.status of ${operation} has to be one of ${possible.join(', ')}.`);
    }
  }
  return { ...rule } as unknown as FaultRule;
}
