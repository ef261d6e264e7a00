import { operationMethods } from '../generated/methods.js';
import { ApiError } from './errors/api-error.js';
import type { FailedCall } from './errors/call-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import type { OperationId } from './methods/operation-types.js';

/** The result of a path method such as `client.GET`. */
export interface FetchResult<Data> {
  data?: { readonly data: Data } | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Removes the envelope of a response.
 *
 * @returns the payload of a successful response
 * @throws {ApiError} if the service returned an error
 * @throws {UnexpectedResponseError} if the response has no envelope
 * @example
 * ```ts
 * import { createClient, unwrap } from 'cloud-cost-contract';
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });
 * for (const { provider_id } of unwrap(await client.GET('/api/v1/providers'))) console.log(provider_id);
 * ```
 */
export function unwrap<Data>(result: FetchResult<Data>): Data {
  const { data, error, response } = result;
  const { ok, status, headers } = response;
  const envelope: unknown = data;
  if (ok && isObject(envelope) && envelope.success === true && 'data' in envelope)
    return envelope.data as Data;
  const content = ok ? data : error;
  const body = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
  const failed = { status, headers, body };
  const call = calls.get(result);
  const failure = !ok && isObject(error) ? error.error : undefined;
  if (!isObject(failure) || typeof failure.code !== 'string') throw new UnexpectedResponseError(failed, call);
  const { code, details = null } = failure;
  const message = typeof failure.message === 'string' ? failure.message : code;
  throw new ApiError({ code, message, details }, failed, call);
}

/** The calls of results. In a map, so that results are exactly those of openapi-fetch. */
const calls = new WeakMap<object, FailedCall>();

/** Remembers the call of a result, for the error that `unwrap` throws. */
export function recordCall(result: object, call: FailedCall): void {
  calls.set(result, call);
}

/** Returns the operation of a method and a path template; null if the document does not have it. */
export function operationOf(method: string, path: string): OperationId | null {
  const found = Object.entries(operationMethods).find(
    ([, operation]) => operation.method === method.toLowerCase() && operation.path === path,
  );
  return (found?.[0] as OperationId | undefined) ?? null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
