import { unknownOption } from '../text/unknown-option.js';

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call when it aborts, also between two attempts; the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt, its body included. */
  readonly timeoutMs?: number;
  /** Attempts after the first, at most 10. */
  readonly retries?: number;
  /** Bytes that the body of a response may have. */
  readonly maxResponseBytes?: number;
  /** Headers of this call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of one write. */
export interface WriteOptions extends CallOptions {
  /** A version 4 UUID that names this write: sent again with the same one, it does not run again. */
  readonly idempotencyKey?: string;
}

/** The names of an interface: one that is missing here does not compile. */
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
 * @param init the options of a named method, beside what it sends
 * @throws {TypeError} for an option that does not exist
 */
export function checkCallOptions(operationId: string, init: { params: unknown; body?: unknown }): void {
  const { params: _params, body: _body, ...given } = init;
  checkNames(operationId, given, callOptionNames);
}

/** @throws {TypeError} for an option that does not exist; it names the nearest */
export function checkNames(where: string, given: object, known: readonly string[]): void {
  const problem = unknownOption(given, known);
  if (problem !== undefined) throw new TypeError(`${where}: ${problem}`);
}

/** What bounds a call. */
export interface Limits {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** Attempts after the first that a client makes at most; whoever wants more calls again. */
const mostRetries = 10;

/**
 * @returns the given limits, and the defaults for those that are not given
 * @throws {TypeError} when one cannot be what was meant; it names the option, the value and what to pass
 */
export function resolveLimits(given: CallOptions, defaults: Limits): Limits {
  const { retries = defaults.retries, timeoutMs = defaults.timeoutMs } = given;
  const { maxResponseBytes = defaults.maxResponseBytes } = given;
  if (!Number.isInteger(retries) || retries < 0 || retries > mostRetries) {
    throw new TypeError(`retries is ${show(retries)}: pass a whole number from 0 to ${mostRetries}.`);
  }
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
    throw new TypeError(`timeoutMs is ${show(timeoutMs)}: pass a number of milliseconds above 0.`);
  }
  if (!Number.isInteger(maxResponseBytes) || maxResponseBytes < 1) {
    throw new TypeError(
      `maxResponseBytes is ${show(maxResponseBytes)}: pass a whole number of bytes above 0.`,
    );
  }
  return { retries, timeoutMs, maxResponseBytes };
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
