import { type Deprecation, parseDeprecation } from './headers/deprecation.js';
import { parseRateLimit, type RateLimit } from './headers/rate-limit.js';

/** The payload of a response, with its status and headers. */
export interface ApiResponse<Data> {
  /** The payload, without its envelope. */
  readonly data: Data;
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The ID of the request, from `X-Request-Id`. Include it when contacting support. */
  readonly requestId: string | null;
  /** What the API key has left, from `RateLimit`; null if the server does not send it. */
  readonly rateLimit: RateLimit | null;
  /** Since when the operation is deprecated, from `Deprecation`; null if it is not. */
  readonly deprecation: Deprecation | null;
}

/** The payload of a response. `withResponse()` adds its status and headers. */
export interface ApiPromise<Data> extends Promise<Data> {
  /**
   * Returns the payload with the status and the headers of its response. Sends no second request.
   *
   * @throws the errors of the call
   */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** A payload and the response that contained it. */
export interface Reply {
  readonly data: unknown;
  readonly response: Response;
}

/** @returns a promise of the payload, with access to the response */
export function apiPromise<Data>(reply: Promise<Reply>): ApiPromise<Data> {
  let response: Response;
  const data = reply.then((received) => {
    response = received.response;
    return received.data as Data;
  });
  // Derived from the same promise, so that an error that is handled by either is not an unhandled rejection.
  const withResponse = () => data.then((payload) => describe(payload, response));
  return Object.assign(data, { withResponse });
}

function describe<Data>(data: Data, { status, headers }: Response): ApiResponse<Data> {
  return {
    data,
    status,
    headers,
    requestId: headers.get('x-request-id'),
    rateLimit: parseRateLimit(headers),
    deprecation: parseDeprecation(headers),
  };
}
