import type { CompleteExchange } from '../http/exchange.js';
import { parseBody } from '../http/parse-body.js';

/** The data of a response; an empty object where it has none. */
export const dataOf = ({ response }: CompleteExchange): any => response.json?.data ?? {};

/** The value itself as a list of one, or none when it is missing. */
export function one<T>(value: T | undefined | null): readonly T[] {
  return value === undefined || value === null ? [] : [value];
}

export function list(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; that there is nothing else in it is a claim of its own. */
export function rowsOf(value: unknown): readonly any[] {
  return list(value).filter((row) => typeof row === 'object' && row !== null);
}

/** The value of a query parameter of the request. */
export function requested(exchange: CompleteExchange, name: string): string | undefined {
  return exchange.request.query.find(([known]) => known === name)?.[1];
}

/** The body that was sent; undefined where it was wrong on purpose and is no JSON object. */
export function sent({ request }: Pick<CompleteExchange, 'request'>): any {
  const body = parseBody(request.body ?? '');
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
}
