import { statusOfCode } from '../../src/contract/errors.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { nearest } from '../../src/text/nearest.js';
import { maxFaultRules, maxLatencyMs } from '../settings/limits.js';
import { ControlError } from './control-error.js';

/** An injected fault. */
export type Fault =
  /** Returns an error of the contract. The operation does not run. */
  | { readonly kind: 'status'; readonly status: number }
  /** Delays the response. The idempotency key of a write is in flight meanwhile. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** Runs the operation, then closes the connection without a response. */
  | { readonly kind: 'drop' }
  /** Closes the connection after this many bytes of the body. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Sends the body slowly. */
  | { readonly kind: 'drip'; readonly bytes_per_second: number }
  /** Returns a complete response whose body is not valid JSON. */
  | { readonly kind: 'malformed' };

/** A fault while the response is sent. */
export type TransferFault = Extract<Fault, { kind: 'drop' | 'truncate' | 'drip' }>;

/** A fault and the requests it applies to: all of the operation, unless `nth`, `every` or `count` restricts them. */
export type FaultRule = Fault & {
  /** An operationId, or `*` for all operations. */
  readonly operation: OperationId | '*';
  /** Only the nth request since the rule was set, counted from 1. */
  readonly nth?: number;
  /** Only every nth request. */
  readonly every?: number;
  /** At most this many requests. */
  readonly count?: number;
};

type Bounds = readonly [min: number, max: number];
const anyCount: Bounds = [1, 1_000_000];

/** The numeric fields of each kind. */
const numbersOf: Readonly<Record<Fault['kind'], Readonly<Record<string, Bounds>>>> = {
  status: { status: [400, 599] },
  latency: { ms: [1, maxLatencyMs] },
  drop: {},
  truncate: { bytes: [0, 1_000_000_000] },
  drip: { bytes_per_second: [1, 1_000_000_000] },
  malformed: {},
};
const kinds = Object.keys(numbersOf);
const codes: ReadonlySet<number> = new Set(Object.values(statusOfCode));

/**
 * Validates fault rules.
 *
 * @throws {ControlError} with the first problem
 */
export function readFaultRules(value: unknown): readonly FaultRule[] {
  if (!Array.isArray(value)) throw new ControlError(400, '`rules` must be an array of fault rules.');
  if (value.length > maxFaultRules) {
    throw new ControlError(400, `\`rules\` has ${value.length} entries. The maximum is ${maxFaultRules}.`);
  }
  return value.map((rule, index) => readRule(rule, `rules[${index}]`));
}

function didYouMean(operation: unknown): string {
  if (typeof operation !== 'string' || operation.length > 100) return '';
  const names = operations.map(({ operationId }) => operationId);
  const suggestion = nearest(operation, names);
  return suggestion === undefined ? '' : ` Did you mean '${suggestion}'?`;
}

function readRule(value: unknown, path: string): FaultRule {
  const invalid = (problem: string) => new ControlError(400, `${path}${problem}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(' must be a JSON object, such as {"operation":"*","kind":"drop","nth":1}.');
  }
  const rule = value as Readonly<Record<string, unknown>>;
  const { kind, operation } = rule;
  if (typeof kind !== 'string' || !Object.hasOwn(numbersOf, kind)) {
    throw invalid(`.kind must be one of ${kinds.join(', ')}.`);
  }
  const target = operations.find(({ operationId }) => operationId === operation);
  if (operation !== '*' && !target) {
    throw invalid(`.operation must be an operationId of the document or *.${didYouMean(operation)}`);
  }
  const required = numbersOf[kind as Fault['kind']];
  const allowed: Readonly<Record<string, Bounds>> = {
    ...required,
    nth: anyCount,
    every: anyCount,
    count: anyCount,
  };
  for (const name of Object.keys(rule)) {
    if (name !== 'operation' && name !== 'kind' && !Object.hasOwn(allowed, name)) {
      throw invalid(
        ` has an unknown field '${name.slice(0, 50)}'. Fields of ${kind}: ${Object.keys(allowed).join(', ')}.`,
      );
    }
  }
  for (const [name, [min, max]] of Object.entries(allowed)) {
    const number = rule[name];
    if (number === undefined && !(name in required)) continue;
    if (!Number.isInteger(number) || (number as number) < min || (number as number) > max) {
      throw invalid(`.${name} must be an integer from ${min} to ${max}.`);
    }
  }
  if (rule.nth !== undefined && rule.every !== undefined) throw invalid(' must not have both nth and every.');
  if (kind === 'status') {
    const status = rule.status as number;
    const documented = target ? target.responses[status] !== undefined : true;
    if (!codes.has(status) || !documented) {
      const possible = [...codes].filter((code) => !target || target.responses[code] !== undefined);
      throw invalid(`.status of ${operation} must be one of ${possible.join(', ')}.`);
    }
  }
  return { ...rule } as unknown as FaultRule;
}
