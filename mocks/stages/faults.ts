import { type ErrorCode, statusOfCode } from '../../src/contract/errors.js';
import type { FaultRule } from '../control/fault.js';
import type { FaultRules } from '../control/fault-rules.js';
import type { Exchange, Handler, Stage } from '../exchange.js';
import { longestLatencyMs } from '../limits.js';
import { invalid, Refusal } from '../refusal.js';
import type { Sleeper } from '../sleeper.js';
import type { MockResponse } from '../types.js';

/** The request header that delays its response, in milliseconds. */
export const latencyHeader = 'Mock-Latency';

/** Injects the fault of the first rule that applies, and reads by how much the request wants to be late. */
export function faults(rules: FaultRules): Stage {
  return (next) => (exchange) => {
    exchange.delayMs += requestedLatency(exchange);
    const rule = rules.next(exchange.matched.route.operation);
    exchange.fault = rule;
    return rule ? inject(rule, next, exchange) : next(exchange);
  };
}

/**
 * Holds a request back that is to be late; behind idempotency, so that its key is held meanwhile. Whatever
 * does not come this far, such as a replay or a refusal, the pipeline holds back in the end.
 */
export function delay(sleeper: Sleeper): Stage {
  const late = async (next: Handler, exchange: Exchange) => {
    await sleeper.sleep(exchange.takeDelay());
    return next(exchange);
  };
  return (next) => (exchange) => (exchange.delayMs > 0 ? late(next, exchange) : next(exchange));
}

async function inject(rule: FaultRule, next: Handler, exchange: Exchange): Promise<MockResponse> {
  if (rule.kind === 'status') throw refusalOf(rule.status);
  if (rule.kind === 'latency') exchange.delayMs += rule.ms;
  return withFault(await next(exchange), rule);
}

function requestedLatency({ request }: Exchange): number {
  const sent = request.headers['mock-latency'];
  if (sent === undefined) return 0;
  if (/^\d{1,5}$/.test(sent) && Number(sent) <= longestLatencyMs) return Number(sent);
  throw new Refusal(
    'BAD_REQUEST',
    `${latencyHeader} is a whole number of milliseconds from 0 to ${longestLatencyMs}.`,
  );
}

/** A failure that fits the document like one that has a cause. */
function refusalOf(status: number): Refusal {
  const message = 'This failure was asked for by a fault rule of the mock.';
  const [code] = Object.entries(statusOfCode).find(([, known]) => known === status) ?? [];
  switch (status) {
    case 401:
      return new Refusal('AUTHENTICATION_ERROR', message, {
        headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
      });
    case 422:
      return invalid([{ loc: ['query'], msg: message, type: 'fault' }]);
    case 429:
      return new Refusal('RATE_LIMIT_EXCEEDED', message, { headers: { 'Retry-After': '1' } });
    default:
      return new Refusal(code as ErrorCode, message);
  }
}

function withFault(response: MockResponse, rule: FaultRule): MockResponse {
  switch (rule.kind) {
    case 'drop':
      return { ...response, transfer: { kind: 'drop' } };
    case 'truncate':
      return { ...response, transfer: { kind: 'truncate', bytes: rule.bytes } };
    case 'drip':
      return { ...response, transfer: { kind: 'drip', bytesPerSecond: rule.bytes_per_second } };
    case 'malformed':
      return { ...response, body: response.body?.slice(0, response.body.length / 2) ?? null };
    default:
      return response;
  }
}
