import { isIdempotencyKey } from '../../src/contract/idempotency-key.js';
import type { Exchange, Handler, Stage } from '../http/exchange.js';
import { HttpError, invalid } from '../http/http-error.js';
import type { Claim, IdempotencyStore, StoreFull } from '../state/idempotency-store.js';
import type { Clock, MockResponse } from '../types.js';

/**
 * Runs a write with an idempotency key once. Stores its success and replays it to every further request with the key,
 * whatever its body; releases the key after a failure.
 */
export function idempotency(store: IdempotencyStore, clock: Clock): Stage {
  return (next) => (exchange) => {
    const sent = exchange.request.headers['idempotency-key'];
    const isKeyed = sent !== undefined && exchange.matched.route.isKeyed;
    return isKeyed ? runOnce(keyIn(sent), next, exchange, store, clock) : next(exchange);
  };
}

async function runOnce(
  key: string,
  next: Handler,
  exchange: Exchange,
  store: IdempotencyStore,
  clock: Clock,
): Promise<MockResponse> {
  const { key: apiKey } = exchange.authenticated;
  const claim = await store.claim(apiKey, key, clock.now());
  if (claim.kind === 'replay') return marked(claim.response);
  if (claim.kind !== 'fresh') throw claimError(claim);
  exchange.claimed = claim.claimed;
  const response = await runOrRelease(next, exchange, store);
  // With shared state, the response has been stored in the transaction of the write.
  if (exchange.claimed === null) return response;
  if (response.status < 400) await store.complete(exchange.claimed, response, clock.now());
  else await store.release(exchange.claimed);
  return response;
}

async function runOrRelease(
  next: Handler,
  exchange: Exchange,
  store: IdempotencyStore,
): Promise<MockResponse> {
  try {
    return await next(exchange);
  } catch (error) {
    if (exchange.claimed !== null) await store.release(exchange.claimed);
    throw error;
  }
}

/** Returns the UUID in lower case. Accepts a quoted one (structured field). */
function keyIn(sent: string): string {
  const bare = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (isIdempotencyKey(bare)) return bare.toLowerCase();
  throw invalid([
    {
      loc: ['header', 'Idempotency-Key'],
      msg: 'Must be a version 4 UUID.',
      type: 'format',
      input: sent.slice(0, 100),
      ctx: { format: 'uuid', version: 4 },
    },
  ]);
}

function claimError(claim: Exclude<Claim, { kind: 'fresh' | 'replay' }>): HttpError {
  return claim.kind === 'in-flight' ? stillRunning() : storeFull(claim);
}

/** New keys are rejected, since stored responses must not expire early. */
export function storeFull({ retryAfterSeconds }: StoreFull): HttpError {
  return new HttpError(
    'INTERNAL_SERVER_ERROR',
    `The idempotency key store is full. Nothing was written. Try again with the same key in ${retryAfterSeconds} seconds, or reset the mock.`,
    {
      status: 503,
      headers: { 'Retry-After': String(retryAfterSeconds) },
      details: { reason: 'idempotency_store_full' },
    },
  );
}

/** Another request with the same key is in flight. */
export function stillRunning(): HttpError {
  return new HttpError('CONFLICT', 'A request with this idempotency key is still running. Try again later.', {
    details: { reason: 'idempotency_key_in_flight' },
  });
}

function marked(response: MockResponse): MockResponse {
  return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
}
