import { type ErrorCode, statusOfCode } from '../../src/contract/errors.js';
import { type FaultRule, longestLatencyMs } from '../control/fault.js';
import type { FaultRules } from '../control/fault-rules.js';
import type { Exchange, Handler, Stage } from '../exchange.js';
import { invalid, Refusal } from '../refusal.js';
import type { MockResponse } from '../types.js';

/** By which a request asks to be answered late, in milliseconds. */
export const latencyHeader = 'Mock-Latency';

type Sleep = (milliseconds: number) => Promise<void>;

/** Lets an answer go wrong where a rule, or the request itself, says so. */
export function faults(rules: FaultRules, sleep: Sleep): Stage {
  return (next) => (exchange) =>
    rules.isEmpty && exchange.request.headers['mock-latency'] === undefined
      ? next(exchange)
      : spoilt(next, exchange, rules, sleep);
}

/** Keeps a late answer waiting; behind idempotency, so that the key is held meanwhile. */
export function holdBack(sleep: Sleep): Stage {
  return (next) => (exchange) => (exchange.delayMs === 0 ? next(exchange) : heldBack(next, exchange, sleep));
}

async function heldBack(next: Handler, exchange: Exchange, sleep: Sleep): Promise<MockResponse> {
  const { delayMs } = exchange;
  exchange.delayMs = 0;
  if (delayMs > 0) await sleep(delayMs);
  return next(exchange);
}

async function spoilt(
  next: Handler,
  exchange: Exchange,
  rules: FaultRules,
  sleep: Sleep,
): Promise<MockResponse> {
  exchange.delayMs = latencyAskedFor(exchange);
  const rule = rules.next(exchange.matched.route.operation);
  exchange.fault = rule;
  if (rule?.kind === 'status') return heldBack(() => Promise.reject(refusalOf(rule.status)), exchange, sleep);
  if (rule?.kind === 'latency') exchange.delayMs += rule.ms;
  const response = await next(exchange);
  // A replay never came to where others wait.
  return heldBack(() => (rule ? transferred(response, rule) : response), exchange, sleep);
}

function latencyAskedFor({ request }: Exchange): number {
  const asked = request.headers['mock-latency'];
  if (asked === undefined) return 0;
  if (/^\d{1,5}$/.test(asked) && Number(asked) <= longestLatencyMs) return Number(asked);
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

function transferred(response: MockResponse, rule: FaultRule): MockResponse {
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
