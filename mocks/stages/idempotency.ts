import { isIdempotencyKey } from '../../src/contract/idempotency-key.js';
import type { Exchange, Handler, Stage } from '../exchange.js';
import { fingerprint } from '../fingerprint.js';
import { andThen } from '../maybe-promise.js';
import { invalid, Refusal } from '../refusal.js';
import type { Claim, IdempotencyStore, StoreFull } from '../state/idempotency-store.js';
import type { Clock, MaybePromise, MockResponse } from '../types.js';

/** Runs a keyed write once: its success is stored and replayed, its failure is forgotten. */
export function idempotency(store: IdempotencyStore, clock: Clock): Stage {
  return (next) => (exchange) => {
    const sent = exchange.request.headers['idempotency-key'];
    if (sent === undefined || !exchange.matched.route.isKeyed) return next(exchange);
    const key = keyIn(sent);
    const { key: apiKey } = exchange.authenticated;
    const claim = store.claim(apiKey, key, fingerprintOf(exchange), clock.now());
    return andThen(claim, (claimed) => {
      if (claimed.kind === 'replay') return marked(claimed.response);
      if (claimed.kind !== 'fresh') throw refusalOf(claimed);
      exchange.claimed = claimed.claimed;
      return run(next, exchange, store, clock);
    });
  };
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

function run(
  next: Handler,
  exchange: Exchange,
  store: IdempotencyStore,
  clock: Clock,
): MaybePromise<MockResponse> {
  const succeed = (response: MockResponse) => {
    // Where state is shared, the answer was kept together with what the write changed.
    if (exchange.claimed === null) return response;
    const kept =
      response.status < 400
        ? store.complete(exchange.claimed, response, clock.now())
        : store.release(exchange.claimed);
    return andThen(kept, () => response);
  };
  const fail = (error: unknown): MaybePromise<MockResponse> => {
    const released = exchange.claimed && store.release(exchange.claimed);
    return andThen(released, () => {
      throw error;
    });
  };
  let response: MaybePromise<MockResponse>;
  try {
    response = next(exchange);
  } catch (error) {
    return fail(error);
  }
  return response instanceof Promise ? response.then(succeed, fail) : succeed(response);
}
