import type { TestRequest, TestResponse } from '../../support/serve.js';

/** Thrown to end a request. */
export class HttpError extends Error {
  constructor(readonly response: TestResponse) {
    super();
  }
}

const headers = { 'content-type': 'application/json; charset=utf-8', server: 'independent' };
export const now = () => '2026-06-15T14:00:00.250+02:00';

export function success(data: unknown): TestResponse {
  return {
    status: 200,
    headers,
    body: JSON.stringify({ data, timestamp: now(), node: 'n1', success: true }),
  };
}

export function httpError(status: number, code: string, message: string): HttpError {
  const body = JSON.stringify({ error: { details: null, message, code }, timestamp: now(), success: false });
  return new HttpError({ status, headers, body });
}

export function invalid(what: string): HttpError {
  return httpError(422, 'VALIDATION_ERROR', `${what} is not valid`);
}

export function decode(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    throw httpError(400, 'BAD_REQUEST', 'The path is not percent-encoded correctly');
  }
}

export function parse(request: TestRequest): any {
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    throw httpError(400, 'BAD_REQUEST', 'Not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body');
  return body;
}

export function oneOf(query: URLSearchParams, name: string, allowed: readonly string[]): string | null {
  const value = query.get(name);
  if (value !== null && !allowed.includes(value)) throw invalid(name);
  return value;
}

export function day(query: URLSearchParams, name: string): void {
  const value = query.get(name);
  if (value === null) return;
  // Date normalizes invalid days such as 30 February, so the result is compared.
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.valueOf()) || date.toISOString().slice(0, 10) !== value) throw invalid(name);
}

export interface PagingOptions {
  /** The `total_pages` of an empty list. */
  readonly emptyListPages: number;
  readonly clampsPageSize: boolean;
}

export function page(
  query: URLSearchParams,
  all: readonly object[],
  { emptyListPages, clampsPageSize }: PagingOptions,
) {
  const number = Number(query.get('page') ?? 1);
  const wanted = Number(query.get('page_size') ?? 7);
  const size = clampsPageSize ? Math.min(wanted, 50) : wanted;
  if (!Number.isInteger(number) || number < 1) throw invalid('page');
  if (!Number.isInteger(size) || size < 1 || size > 50) throw invalid('page_size');
  const pages = Math.max(emptyListPages, Math.ceil(all.length / size));
  return {
    pagination: {
      has_previous: number > 1,
      has_next: number < pages,
      page_size: size,
      current_page: number,
      total_pages: pages,
      total_items: all.length,
    },
    items: all.slice((number - 1) * size, number * size),
  };
}
