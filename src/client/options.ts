import { unknownOption } from '../text/unknown-option.js';
import { describe } from './describe.js';

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

/** The options of a named method. */
export const callOptionNames = namesOf<WriteOptions>({
  signal: 0,
  timeoutMs: 0,
  retries: 0,
  maxResponseBytes: 0,
  headers: 0,
  idempotencyKey: 0,
});

/** @throws {TypeError} if an option is unknown; the message suggests the nearest name */
export function checkNames(where: string, given: object, known: readonly string[], kind?: string): void {
  const problem = unknownOption(given, known, kind);
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
  const limit = (name: keyof Limits, rule: string, isValid: (value: number) => boolean) => {
    const value = given[name] === undefined ? defaults[name] : given[name];
    if (isValid(value)) return value;
    throw new TypeError(`${name} must be ${rule}, got ${describe(value)}.`);
  };
  return {
    retries: limit(
      'retries',
      `an integer from 0 to ${mostRetries}`,
      (value) => Number.isInteger(value) && value >= 0 && value <= mostRetries,
    ),
    timeoutMs: limit(
      'timeoutMs',
      'a number greater than 0',
      (value) => typeof value === 'number' && value > 0,
    ),
    maxResponseBytes: limit(
      'maxResponseBytes',
      'an integer greater than 0',
      (value) => Number.isInteger(value) && value > 0,
    ),
  };
}
