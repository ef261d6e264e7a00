import { type ErrorCode, statusOfCode } from '../../src/contract/errors.js';
import type { FaultRule } from '../control/fault.js';
import type { FaultRules } from '../control/fault-rules.js';
import type { Exchange, Handler, Stage } from '../http/exchange.js';
import { HttpError, invalid } from '../http/http-error.js';
import type { Sleeper } from '../session/sleeper.js';
import { maxLatencyMs } from '../settings/limits.js';
import type { MockResponse } from '../types.js';
import { exhausted } from './rate-limit.js';

/** The request header that delays the response, in milliseconds. */
export const latencyHeader = 'Mock-Latency';

/** Injects the fault of the first rule that applies, and adds the latency that the request specifies. */
export function faults(rules: FaultRules): Stage {
  return (next) => (exchange) => {
    exchange.delayMs += requestedLatency(exchange);
    const rule = rules.next(exchange.matched.route.operation);
    exchange.fault = rule;
    return rule ? inject(rule, next, exchange) : next(exchange);
  };
}

/**
 * Delays a request. Runs after the idempotency stage, so that the key is in flight meanwhile. The pipeline delays
 * responses that bypass this stage, such as replays and errors.
 */
export function delay(sleeper: Sleeper): Stage {
  const delayed = async (next: Handler, exchange: Exchange) => {
    await sleeper.sleep(exchange.takeDelay());
    return next(exchange);
  };
  return (next) => (exchange) => (exchange.delayMs > 0 ? delayed(next, exchange) : next(exchange));
}

async function inject(rule: FaultRule, next: Handler, exchange: Exchange): Promise<MockResponse> {
  if (rule.kind === 'status') throw injectedError(rule.status);
  if (rule.kind === 'latency') exchange.delayMs += rule.ms;
  return withFault(await next(exchange), rule);
}

function requestedLatency({ request }: Exchange): number {
  const sent = request.headers['mock-latency'];
  if (sent === undefined) return 0;
  if (/^\d{1,5}$/.test(sent) && Number(sent) <= maxLatencyMs) return Number(sent);
  throw new HttpError(
    'BAD_REQUEST',
    `${latencyHeader} must be an integer from 0 to ${maxLatencyMs} (milliseconds).`,
  );
}

/** Returns an error that matches the document. */
function injectedError(status: number): HttpError {
  const message = 'Error injected by a fault rule of the mock.';
  const [code] = Object.entries(statusOfCode).find(([, known]) => known === status) ?? [];
  switch (status) {
    case 401:
      return new HttpError('AUTHENTICATION_ERROR', message, {
        headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
      });
    case 422:
      return invalid([{ loc: ['query'], msg: message, type: 'fault' }]);
    case 429:
      return new HttpError('RATE_LIMIT_EXCEEDED', message, {
        headers: { 'Retry-After': '1', RateLimit: exhausted },
      });
    default:
      return new HttpError(code as ErrorCode, message);
  }
}

function withFault(response: MockResponse, rule: FaultRule): MockResponse {
  switch (rule.kind) {
    case 'drop':
    case 'truncate':
    case 'drip':
      return { ...response, transfer: rule };
    case 'malformed':
      return { ...response, body: response.body?.slice(0, response.body.length / 2) ?? null };
    default:
      return response;
  }
}
