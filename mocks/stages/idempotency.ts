import { isIdempotencyKey } from '../../src/contract/idempotency-key.js';
import type { Exchange, Handler, Stage } from '../exchange.js';
import { fingerprint } from '../fingerprint.js';
import { invalid, Refusal } from '../refusal.js';
import type { Claim, IdempotencyStore, StoreFull } from '../state/idempotency-store.js';
import type { Clock, MockResponse } from '../types.js';

/** Runs a keyed write once: its success is stored and replayed, its failure is forgotten. */
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
  const claim = await store.claim(apiKey, key, fingerprintOf(exchange), clock.now());
  if (claim.kind === 'replay') return marked(claim.response);
  if (claim.kind !== 'fresh') throw refusalOf(claim);
  exchange.claimed = claim.claimed;
  const response = await runOrRelease(next, exchange, store);
  // Where state is shared, the response has been stored together with what the write changed.
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

/** A bare UUID, or one in quotes as a structured field would have it; case does not matter. */
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

function fingerprintOf(exchange: Exchange): string {
  const { route, params } = exchange.matched;
  return fingerprint([route.operation.operationId, params, exchange.body ?? null]);
}

function refusalOf(claim: Exclude<Claim, { kind: 'fresh' | 'replay' }>): Refusal {
  if (claim.kind === 'in-flight') return stillRunning();
  if (claim.kind === 'full') return storeFull(claim);
  return new Refusal(
    'VALIDATION_ERROR',
    'This idempotency key was used for another request; make up a new key for each write.',
    { details: { reason: 'idempotency_key_reused' } },
  );
}

/** The promise of 24 hours is kept to those who have it, so nobody else gets it for now. */
export function storeFull({ retryAfterSeconds }: StoreFull): Refusal {
  return new Refusal(
    'INTERNAL_SERVER_ERROR',
    `The store of idempotency keys is full; nothing has been written. Try again with the same key in ${retryAfterSeconds} seconds, or reset the mock.`,
    {
      status: 503,
      headers: { 'Retry-After': String(retryAfterSeconds) },
      details: { reason: 'idempotency_store_full' },
    },
  );
}

/** Somebody else is running the write that the key stands for. */
export function stillRunning(): Refusal {
  return new Refusal('CONFLICT', 'A request with this idempotency key is still running; try again later.', {
    details: { reason: 'idempotency_key_in_flight' },
  });
}

function marked(response: MockResponse): MockResponse {
  return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
}
