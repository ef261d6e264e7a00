import type { OperationId } from '../../src/generated/operations.js';

/** Who asks: the first API key, the second, the one that may be spent, or nobody known. */
export type Caller = 'caller' | 'second_caller' | 'spare' | 'nobody';

/** A request before it is sent; nothing in it is encoded again. */
export interface RequestPlan {
  /** The operation it is meant for; null for a route the API does not have. */
  readonly operationId: OperationId | null;
  readonly method: string;
  /** Below the target's address, percent-encoded as it shall go out. */
  readonly path: string;
  /** Encoded when sent; a name may come more than once. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case, without Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly as: Caller;
  /** An Authorization header to send as it is; only with `as: 'nobody'`. */
  readonly authorization?: string;
  /** Makes another key of the caller's own: the same with this put after it. */
  readonly keySuffix?: string;
  /** How the scheme is written before the caller's key: `Bearer` unless said otherwise. */
  readonly scheme?: string;
  /**
   * True when the situation itself is one that the service's description does not speak of, so that
   * no answer to it can fail a server.
   */
  readonly beyond?: boolean;
}

/** An answer as it came. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: any;
  readonly durationMs: number;
  /** True when an API key of at least 12 characters is in its body or headers, however it is written. */
  readonly repeatsKey: boolean;
}

/**
 * One request and what came of it, as it was: only the caller's Authorization names a variable in place of the
 * key. What is shown of it is redacted first.
 */
export interface Exchange {
  readonly operationId: OperationId | null;
  readonly as: Caller;
  readonly beyond: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly path: string;
    readonly query: readonly (readonly [string, string])[];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: HttpResponse | null;
  /** Why there is no answer. */
  readonly failure: string | null;
  /** True when it began as a success and was larger than is read of one: no fault of the server. */
  readonly tooLarge?: boolean;
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

/** @returns whether the server itself answered, not a proxy before it to say that it has gone. */
export function isServed({ response }: Pick<Exchange, 'response'>): boolean {
  if (response === null) return false;
  // RFC 9209: a proxy says so of a response that it has made for want of the server's.
  const isOfAProxy = /;\s*error=/.test(response.headers['proxy-status'] ?? '') || response.json === undefined;
  return !([502, 503, 504].includes(response.status) && isOfAProxy);
}

/** The environment variables that stand for API keys in what is shown. */
export const keyVariables = {
  caller: '$COST_CONTRACT_API_KEY',
  second_caller: '$COST_CONTRACT_SECOND_API_KEY',
  spare: '$COST_CONTRACT_THIRD_API_KEY',
} as const;
