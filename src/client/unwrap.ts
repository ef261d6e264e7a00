import { operationMethods } from '../generated/methods.js';
import { ApiError, type FailedRequest } from './errors/api-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import type { OperationId } from './operation-types.js';
import { parseRetryAfter } from './transport/retry-after.js';

/** The result of a path method such as `client.GET`. */
export interface FetchResult<Data> {
  readonly data?: { readonly data: Data } | undefined;
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
  const failure = !ok && isObject(error) ? error.error : undefined;
  if (!isObject(failure) || typeof failure.code !== 'string') throw new UnexpectedResponseError(status);
  const retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now());
  throw new ApiError(
    {
      status,
      code: failure.code,
      message: typeof failure.message === 'string' ? failure.message : failure.code,
      details: failure.details ?? null,
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: retryAfter === null ? null : Math.ceil(retryAfter / 1_000),
    },
    failedRequests.get(result),
  );
}

/** The requests of failed results. In a map, so that results are exactly those of openapi-fetch. */
const failedRequests = new WeakMap<object, FailedRequest>();

/** Remembers which request failed, for the error that `unwrap` throws. */
export function recordFailure(result: object, method: string, path: string, attempt: number): void {
  const found = Object.entries(operationMethods).find(
    ([, operation]) => operation.method === method && operation.path === path,
  );
  if (!found) return;
  const operation = found[0] as OperationId;
  failedRequests.set(result, { operation, method: method.toUpperCase(), path, attempt });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
