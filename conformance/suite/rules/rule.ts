import { type ASTNode, Environment } from '@marcbachmann/cel-js';
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

export const compile = (expression: string): Evaluate => evaluatorOf(environment.parse(expression));

function evaluatorOf(run: ReturnType<typeof environment.parse>): Evaluate {
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

/**
 * Compiles an expression that has no value where it would take too long.
 *
 * @param subjects the variables of which there is a value for each element of a list
 */
export function compileBounded(expression: string, subjects: readonly string[]): Evaluate {
  const parsed = environment.parse(expression);
  const evaluate = evaluatorOf(parsed);
  if (!comparesElements(parsed.ast, subjects)) return evaluate;
  const names = [...new Set(expression.match(/\b[a-z]\w*/g))];
  return (context) =>
    names.some((name) => isTooLong(context[name], longestCompared)) ? undefined : evaluate(context);
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
export const longestList = 10_000;
/** The same for a rule that visits all elements for each element. */
export const longestCompared = 1_000;

/** Whether a list within a value is too long for rules. */
export const isTooLong = (value: unknown, longest = longestList) => longestIn(value) > longest;

/** Returns the length of the longest list within a value. */
export function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let longest = Array.isArray(value) ? value.length : 0;
  for (const part of Object.values(value)) longest = Math.max(longest, longestIn(part));
  return longest;
}

const macros: readonly unknown[] = ['all', 'exists', 'exists_one', 'filter', 'map'];

/**
 * Whether an expression visits a list for each element of another one.
 *
 * @param own the variables of the element that is visited, if any: the lists within it belong to it alone
 */
function comparesElements(node: unknown, own: readonly unknown[]): boolean {
  if (Array.isArray(node)) return node.some((one) => comparesElements(one, own));
  const { op, args } = (node ?? {}) as ASTNode;
  if (op !== 'rcall' || !macros.includes(args[0])) return op !== undefined && comparesElements(args, own);
  const [, list, [variable, ...bodies]] = args;
  const isOwn = own.some((name) => reads(list, name));
  if (list.op === 'list') {
    // A list that is written out, of one element, only names a value.
    const names = isOwn ? [...own, variable?.args] : own;
    return comparesElements(list, own) || comparesElements(bodies, names);
  }
  if (own.length > 0 && !isOwn) return true;
  return comparesElements(list, own) || comparesElements(bodies, [variable?.args]);
}

function reads(node: unknown, name: unknown): boolean {
  if (Array.isArray(node)) return node.some((one) => reads(one, name));
  const { op, args } = (node ?? {}) as ASTNode;
  return op === 'id' ? args === name : op !== undefined && reads(args, name);
}
