import type { OperationId } from '../operation.js';

/** The sender of a request: the first, second or third API key, or none. The rate limit of `spare` may be exhausted. */
export type Caller = 'caller' | 'second_caller' | 'spare' | 'anonymous';

/** A header with the caller's key. */
export interface Credentials {
  /** In lower case; `authorization` by default. */
  readonly name?: string;
  /** `{key}` is replaced by the key, and `{user}` by Basic credentials with the key as user name. */
  readonly value: string;
}

/** A request to send. */
export interface RequestPlan {
  /** The operation that it calls; null for an unknown route. */
  readonly operationId: OperationId | null;
  readonly method: string;
  /** Relative to the target URL, percent-encoded; sent unchanged. */
  readonly path: string;
  /** Not encoded; a name may occur more than once. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** By name in lower case, without Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly as: Caller;
  /** The value of Authorization; only with `as: 'anonymous'`. */
  readonly authorization?: string;
  /** How the caller's key is sent. Default: `{ name: 'authorization', value: 'Bearer {key}' }`. */
  readonly credentials?: Credentials;
  /** True if the service's description does not cover the situation, so that no response can fail a server. */
  readonly undocumented?: boolean;
}

/** A response as received. */
export interface HttpResponse {
  readonly status: number;
  /** By name in lower case; repeated ones are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if a recorder removed the headers, so that a missing one means nothing. */
  readonly lacksHeaders?: boolean;
  readonly body: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: any;
  readonly durationMs: number;
  /** Whether its body or headers contain an API key of at least 12 characters, in any encoding. */
  readonly repeatsKey: boolean;
}

/**
 * A request and its response. Authorization contains a variable instead of the key; the rest is unchanged and must
 * be redacted before it is shown.
 */
export interface Exchange {
  readonly operationId: OperationId | null;
  readonly as: Caller;
  readonly undocumented: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly path: string;
    readonly query: readonly (readonly [string, string])[];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: HttpResponse | null;
  /** Why the response is missing. */
  readonly failure: string | null;
  /** True for a success whose body exceeds the size limit, which is not a violation. */
  readonly tooLarge?: boolean;
  /** True if it was sent again because its connection was closed before a response: a write may have run twice. */
  readonly isRepeated?: boolean;
}

export interface CompleteExchange extends Exchange {
  readonly response: HttpResponse;
}

export function hasResponse(exchange: Exchange): exchange is CompleteExchange {
  return exchange.response !== null;
}

export function isSuccess(exchange: Exchange): exchange is CompleteExchange {
  return exchange.response !== null && exchange.response.status >= 200 && exchange.response.status < 300;
}

/** Whether the response is from the server itself, not from a proxy that cannot reach it. */
export function isServed({ response }: Pick<Exchange, 'response'>): boolean {
  if (response === null) return false;
  // RFC 9209: a proxy marks a response that it has generated with an error.
  const isFromProxy =
    /;\s*error=/.test(response.headers['proxy-status'] ?? '') || response.json === undefined;
  return !([502, 503, 504].includes(response.status) && isFromProxy);
}

/** How messages name the API keys: by position, never by value. */
export const keyNames = { caller: 'first', second_caller: 'second', spare: 'third' } as const;

/** The environment variables that replace API keys in reports. */
export const keyVariables = {
  caller: '$COST_CONTRACT_API_KEY',
  second_caller: '$COST_CONTRACT_SECOND_API_KEY',
  spare: '$COST_CONTRACT_THIRD_API_KEY',
} as const;

/** The outcome of a request as a predicate, to follow the request's name in a sentence. */
export function outcomeOf({ response, failure }: Exchange): string {
  return response ? `returned ${response.status}` : `got no response: ${failure}`;
}
