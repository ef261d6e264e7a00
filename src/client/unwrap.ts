import { ApiError } from './errors/api-error.js';
import type { FailedCall } from './errors/call-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';

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
  const content: unknown = ok ? data : error;
  const envelope = Object(content) as { success?: unknown; data?: Data; error?: unknown };
  if (ok && envelope.success === true && 'data' in envelope) return envelope.data as Data;
  const body = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
  const failed = { status, headers, body };
  const call = calls.get(result);
  const { code, message, details = null } = Object(ok || envelope.error) as Partial<ApiError>;
  if (typeof code !== 'string') throw new UnexpectedResponseError(failed, call);
  throw new ApiError({ code, message: typeof message === 'string' ? message : code, details }, failed, call);
}

/** The calls of results. In a map, so that results are exactly those of openapi-fetch. */
const calls = new WeakMap<object, FailedCall>();

/** Remembers the call of a result, for the error that `unwrap` throws. */
export function recordCall(result: object, call: FailedCall): void {
  calls.set(result, call);
}
