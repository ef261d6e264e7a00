import type { CompleteExchange } from '../http/exchange.js';
import { fail } from '../outcome.js';
import { show } from './show.js';

/** The code that goes with each failure status, restated here so that a check needs no one's word. */
const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'AUTHENTICATION_ERROR',
  403: 'AUTHORIZATION_ERROR',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_SERVER_ERROR',
};

/** @returns the one code for a status, where the contract gives it one. */
export function codeFor(status: number): string | undefined {
  return codeOfStatus[status];
}

/** @throws {Finding} when the answer is not a 2xx */
export function expectSuccess(exchange: CompleteExchange, what: string): void {
  const { status } = exchange.response;
  if (status >= 200 && status < 300) return;
  fail({
    message: `${what} is refused.`,
    expected: 'a success (2xx)',
    actual: describe(exchange),
    exchange,
  });
}

/** @throws {Finding} when the answer has another status */
function expectStatus(exchange: CompleteExchange, allowed: readonly number[], what: string): void {
  if (allowed.includes(exchange.response.status)) return;
  fail({
    message: `${what} is not answered with ${allowed.join(' or ')}.`,
    expected: `status ${allowed.join(' or ')}`,
    actual: describe(exchange),
    exchange,
    causes: failureAsSuccess(exchange),
  });
}

/** @throws {Finding} when the answer is not a failure with this status, its code, and the envelope */
export function expectFailure(exchange: CompleteExchange, allowed: readonly number[], what: string): void {
  expectStatus(exchange, allowed, what);
  const { status, json } = exchange.response;
  const code = codeOfStatus[status];
  if (json?.success === false && json?.error?.code === code) return;
  fail({
    message: `${what} is refused, but not in the failure envelope with code ${code}.`,
    expected: `status ${status} with {"success": false, "error": {"code": "${code}", …}}`,
    actual: describe(exchange),
    exchange,
    causes: [wrongPart(json)],
  });
}

/** A failure with a status of success is wrong in that alone. */
function failureAsSuccess({ response: { status, json } }: CompleteExchange): string[] {
  return status < 300 && json?.success === false ? ['envelope.success-matches-the-status'] : [];
}

/** @returns the check of the part of the envelope in which a failure with the right status is wrong */
function wrongPart(json: any): string {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return 'envelope.body-is-a-json-object';
  const { success, error } = json;
  if (typeof success !== 'boolean') return 'envelope.success-is-boolean';
  if (success) return 'envelope.success-matches-the-status';
  if (typeof error !== 'object' || error === null || Array.isArray(error))
    return 'envelope.failure-has-error';
  return typeof error.code === 'string' ? 'errors.code-fits-status' : 'envelope.error-has-a-code';
}

/** @throws {Finding} when a request that cannot be right is not refused as the caller's mistake */
export function expectRefused(exchange: CompleteExchange, what: string): void {
  expectFailure(exchange, [400, 422], what);
}

/** Status and, for a failure, its code or the start of the body. */
export function describe({ response }: CompleteExchange): string {
  const { status, json, body } = response;
  if (status >= 200 && status < 300) return `status ${status}`;
  if (typeof json?.error?.code === 'string') return `status ${status} with code ${json.error.code}`;
  return `status ${status} with body ${body === '' ? '(empty)' : show(json ?? body)}`;
}
