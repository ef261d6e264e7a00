import { unknownOption } from '../text/unknown-option.js';

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
  if (!Number.isInteger(retries) || retries < 0 || retries > mostRetries) {
    throw new TypeError(`retries must be an integer from 0 to ${mostRetries}, got ${show(retries)}.`);
  }
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
    throw new TypeError(`timeoutMs must be a number greater than 0, got ${show(timeoutMs)}.`);
  }
  if (!Number.isInteger(maxResponseBytes) || maxResponseBytes < 1) {
    throw new TypeError(`maxResponseBytes must be an integer greater than 0, got ${show(maxResponseBytes)}.`);
  }
  return { retries, timeoutMs, maxResponseBytes };
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
