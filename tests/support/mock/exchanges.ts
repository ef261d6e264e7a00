import { Exchange, type Handler, type Stage } from '../../../mocks/http/exchange.js';
import { HttpError } from '../../../mocks/http/http-error.js';
import { createRouter } from '../../../mocks/http/router.js';
import type { Client, MockRequest, MockResponse } from '../../../mocks/types.js';
import { operations } from '../../../src/generated/operations.js';

/** Creates an exchange that is matched and authenticated, as a stage receives it. */
export function exchangeOf(
  line: string,
  parts: { headers?: Record<string, string>; body?: unknown; apiKey?: string; client?: Client } = {},
): Exchange {
  const [method = 'GET', target = '/'] = line.split(' ');
  const [path = '/', query = ''] = target.split('?');
  const body = parts.body === undefined ? null : new TextEncoder().encode(asText(parts.body));
  const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...parts.headers };
  const client: Client = parts.client ?? { kind: 'program' };
  const request: MockRequest = { method, path, query, headers, body, client };
  const exchange = new Exchange(request, 'req_test');
  const match = createRouter(operations)(method, path);
  exchange.match = 'allow' in match ? null : match;
  exchange.caller = { key: parts.apiKey ?? 'ccc_test_caller', scope: 'read-write' };
  return exchange;
}

/** Returns the response of a stage in front of `next`. */
export async function responseOf(
  stage: Stage,
  exchange: Exchange,
  next: Handler = ok,
): Promise<MockResponse> {
  return stage(next)(exchange);
}

/** Returns the error that a stage throws. */
export async function httpErrorOf(stage: Stage, exchange: Exchange, next: Handler = ok): Promise<HttpError> {
  try {
    await stage(next)(exchange);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('The stage did not throw.');
}

/** The end of a pipeline that always succeeds. */
const ok: Handler = async () => ({ status: 200, headers: {}, body: '{}' });

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
