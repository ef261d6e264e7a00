import { beginningOf } from '../beginning-of.js';
import type { Operation } from '../operation.js';
import type { Caller, RequestPlan } from './exchange.js';

export interface RequestParts {
  /** Values of path parameters, not yet encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly as?: Caller;
}

/** Builds a request to an operation; path parameters are percent-encoded. */
export function requestTo({ operationId, method, path }: Operation, parts: RequestParts = {}): RequestPlan {
  return {
    operationId,
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = parts.path?.[name];
      if (value === undefined) throw new Error(`${operationId} needs a value for {${name}}.`);
      return encodeSegment(value);
    }),
    query: Object.entries(parts.query ?? {}),
    headers: parts.headers ?? {},
    body: parts.body === undefined ? null : JSON.stringify(parts.body),
    as: parts.as ?? 'caller',
  };
}

/** Percent-encodes an id for a path; lone surrogates become U+FFFD. */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Decodes a part of a path; one that is not valid percent-encoding, as in recorded traffic, is returned unchanged. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The same request with one query parameter set to another value. */
export function withQuery(plan: RequestPlan, name: string, value: string): RequestPlan {
  return { ...withoutQuery(plan, name), query: [...withoutQuery(plan, name).query, [name, value]] };
}

/** The same request without one query parameter. */
export function withoutQuery(plan: RequestPlan, name: string): RequestPlan {
  return { ...plan, query: plan.query.filter(([known]) => known !== name) };
}

/** The same request with an additional header. */
export function withHeader(plan: RequestPlan, name: string, value: string): RequestPlan {
  return { ...plan, headers: { ...plan.headers, [name]: value } };
}

/** The same request without an API key, or with an arbitrary `Authorization` header. */
export function anonymous(plan: RequestPlan, authorization?: string): RequestPlan {
  return { ...plan, as: 'anonymous', ...(authorization === undefined ? {} : { authorization }) };
}

/** Names a request in a message, such as `GET /api/v1/commitments?page=2`. */
export function requestLine({ method, path, query }: Pick<RequestPlan, 'method' | 'path' | 'query'>): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return `${method} ${path}${search === '' ? '' : `?${beginningOf(search, longestQuery)}`}`;
}

/** Most characters of a query in a message. */
const longestQuery = 200;
