import { Environment } from '@marcbachmann/cel-js';
import type { Claim } from '../../engine/claim.js';
import { functions } from './functions.js';

/** A rule about part of a response, as `x-rules` of the document states it. */
export interface Rule extends Omit<Claim, 'requirement'> {
  /** The claim as one sentence. */
  readonly message: string;
  /** The claim in CEL, over `self`: the value with the schema. It does not apply where a value is null or missing. */
  readonly rule: string;
  /** The rule applies only where this is true. */
  readonly when?: string;
  /** A violation only deviates from the proposal where this is true, because the service does not state that part. */
  readonly proposedWhen?: string;
  /** The operations whose responses it is about; all that have the schema by default. */
  readonly operations?: readonly string[];
}

/** What a rule reads. */
export interface Context extends Readonly<Record<string, unknown>> {
  /** The value with the rule's schema, without members that are null. */
  readonly self: unknown;
  /** The data of the response, without members that are null. */
  readonly data: unknown;
  /** The first value of each parameter of the request, or its default. */
  readonly query: Readonly<Record<string, string>>;
  /** The parameters in the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The body of the request. */
  readonly body: unknown;
  /** The `timestamp` of the response. */
  readonly now?: unknown;
}

export const environment = new Environment({
  homogeneousAggregateLiterals: false,
  unlistedVariablesAreDyn: true,
});
for (const [signature, handler] of Object.entries(functions)) {
  environment.registerFunction(signature, handler);
}

/** @returns the value of an expression; undefined if a value that it needs is not known */
export type Evaluate = (context: Readonly<Record<string, unknown>>) => unknown;

export function compile(expression: string): Evaluate {
  const run = environment.parse(expression);
  return (context) => {
    const { stackTraceLimit } = Error;
    // Nobody reads the stack of an unknown value, and to record it takes most of the time of an evaluation.
    Error.stackTraceLimit = 0;
    try {
      return run(context);
    } catch {
      // As in CEL, an expression has no value if a part that decides it has none.
      return undefined;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}

/** Removes members that are null: what is unknown and what is missing are one to a rule. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  // Not `Object.fromEntries`, which takes ten times as long here.
  const known: Record<string, unknown> = {};
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    // To assign this name would set the prototype. No rule reads it.
    if (member !== null && name !== '__proto__') known[name] = withoutNulls(member);
  }
  return known;
}

/** The longest list that rules are evaluated on: a hostile server could send any number of elements. */
const longestList = 10_000;

/** Whether a list within a value is too long for rules. */
export function isTooLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > longestList || value.some(isTooLong);
  for (const name in value) if (isTooLong((value as Record<string, unknown>)[name])) return true;
  return false;
}
