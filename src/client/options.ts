import { unknownOption } from '../text/unknown-option.js';
import { describe } from './check-parameters.js';

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, also between attempts. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds, including the response body. */
  readonly timeoutMs?: number;
  /** Number of retries, at most 10. */
  readonly retries?: number;
  /** Maximum size of a response body in bytes. */
  readonly maxResponseBytes?: number;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of one write. */
export interface WriteOptions extends CallOptions {
  /** A version 4 UUID that identifies this write. A write that is repeated with the same key runs once. */
  readonly idempotencyKey?: string;
}

/** The property names of an interface. A missing name is a compile error. */
export function namesOf<Options>(names: Record<keyof Options, 0>): readonly string[] {
  return Object.keys(names);
}

const callOptionNames = namesOf<WriteOptions>({
  signal: 0,
  timeoutMs: 0,
  retries: 0,
  maxResponseBytes: 0,
  headers: 0,
  idempotencyKey: 0,
});

/**
 * @param init the options of a named method, with its parameters and body
 * @throws {TypeError} if an option is unknown
 */
export function checkCallOptions(operationId: string, init: { params: unknown; body?: unknown }): void {
  const { params: _params, body: _body, ...given } = init;
  checkNames(operationId, given, callOptionNames);
}

/** @throws {TypeError} if an option is unknown; the message suggests the nearest name */
export function checkNames(where: string, given: object, known: readonly string[]): void {
  const problem = unknownOption(given, known);
  if (problem !== undefined) throw new TypeError(`${where}: ${problem}`);
}

/** The limits of a call. */
export interface Limits {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** The upper limit of `retries`. */
const mostRetries = 10;

/**
 * @returns the given limits, with defaults for those that are missing
 * @throws {TypeError} if a limit is invalid
 */
export function resolveLimits(given: CallOptions, defaults: Limits): Limits {
  const { retries = defaults.retries, timeoutMs = defaults.timeoutMs } = given;
  const { maxResponseBytes = defaults.maxResponseBytes } = given;
  const isCount = Number.isInteger(retries) && retries >= 0 && retries <= mostRetries;
  check(isCount, { retries }, `an integer from 0 to ${mostRetries}`);
  check(typeof timeoutMs === 'number' && timeoutMs > 0, { timeoutMs }, 'a number greater than 0');
  const isSize = Number.isInteger(maxResponseBytes) && maxResponseBytes > 0;
  check(isSize, { maxResponseBytes }, 'an integer greater than 0');
  return { retries, timeoutMs, maxResponseBytes };
}

function check(isValid: boolean, limit: object, rule: string): void {
  if (isValid) return;
  const [[name, value] = []] = Object.entries(limit);
  throw new TypeError(`${name} must be ${rule}, got ${describe(value)}.`);
}
