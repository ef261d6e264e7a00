import type { CompleteExchange } from '../../engine/http/exchange.js';
import { fail, type Violation } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';

/** The error code of each status, restated here so that the checks do not depend on the code under test. */
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

/** Returns the error code of a status, if the contract defines one. */
export function codeFor(status: number): string | undefined {
  return codeOfStatus[status];
}

/** What a violation is beside the check's own claim: a part that is only proposed, or follows from another. */
type More = Pick<Violation, 'basis' | 'dependsOn'>;

/** @throws {Finding} if the status is not 2xx */
export function expectSuccess(
  exchange: CompleteExchange,
  what: string,
  more: More & { readonly expected?: string } = {},
): void {
  const { status } = exchange.response;
  if (status >= 200 && status < 300) return;
  fail({
    message: `${what} is rejected.`,
    expected: 'a success (2xx)',
    actual: describe(exchange),
    exchange,
    ...more,
  });
}

/** @throws {Finding} if the status is not one of those allowed */
function expectStatus(
  exchange: CompleteExchange,
  allowed: readonly number[],
  what: string,
  { basis, dependsOn = [] }: More,
): void {
  if (allowed.includes(exchange.response.status)) return;
  fail({
    message: `${what} is not rejected with ${allowed.join(' or ')}.`,
    expected: `status ${allowed.join(' or ')}`,
    actual: describe(exchange),
    exchange,
    basis,
    dependsOn: [...dependsOn, ...failureAsSuccess(exchange)],
  });
}

/** @throws {Finding} if the response is not a failure envelope with an allowed status and its code */
export function expectFailure(
  exchange: CompleteExchange,
  allowed: readonly number[],
  what: string,
  more: More = {},
): void {
  expectStatus(exchange, allowed, what, more);
  const { status, json } = exchange.response;
  const code = codeOfStatus[status];
  if (json?.success === false && json?.error?.code === code) return;
  fail({
    message: `${what} is rejected, but not with a failure envelope and code ${code}.`,
    expected: `status ${status} with {"success": false, "error": {"code": "${code}", …}}`,
    actual: describe(exchange),
    exchange,
    basis: more.basis,
    dependsOn: [...(more.dependsOn ?? []), wrongPart(json)],
  });
}

/** Returns the check that a failure with status 2xx violates; its other violations follow from it. */
function failureAsSuccess({ response: { status, json } }: CompleteExchange): string[] {
  return status < 300 && json?.success === false ? ['envelope.success-matches-the-status'] : [];
}

/** Returns the check of the part of the envelope that a failure with the correct status violates. */
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

/** @throws {Finding} if an invalid request is not rejected with 400 or 422 */
export function expectRefused(exchange: CompleteExchange, what: string, more: More = {}): void {
  expectFailure(exchange, [400, 422], what, more);
}

/** Describes a response by its status and, for a failure, its code or the start of its body. */
export function describe({ response }: CompleteExchange): string {
  const { status, json, body } = response;
  if (status >= 200 && status < 300) return `status ${status}`;
  if (typeof json?.error?.code === 'string') return `status ${status} with code ${json.error.code}`;
  return `status ${status} with body ${body === '' ? '(empty)' : show(json ?? body)}`;
}
