import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { parseBody } from '../../../engine/http/parse-body.js';

/** Returns the `data` of the response, or an empty object if it has none. */
export const dataOf = ({ response }: CompleteExchange): any => response.json?.data ?? {};

export function list(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the objects in a list; other checks report items that are not objects. */
export function rowsOf(value: unknown): readonly any[] {
  return list(value).filter((row) => typeof row === 'object' && row !== null);
}

/** Returns the value of a query parameter of the request. */
export function requested(exchange: CompleteExchange, name: string): string | undefined {
  return exchange.request.query.find(([known]) => known === name)?.[1];
}

/** Returns the values of a repeatable query parameter of the request. */
export function allRequested({ request }: CompleteExchange, name: string): readonly string[] {
  return request.query.flatMap(([known, value]) => (known === name ? [value] : []));
}

/** Returns the request body, or undefined if it is not a JSON object. */
export function sent({ request }: Pick<CompleteExchange, 'request'>): any {
  const body = parseBody(request.body ?? '');
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
}
