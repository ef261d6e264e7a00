import { isIdempotencyKey } from '../../src/contract/idempotency-key.js';
import type { Exchange, Handler, Stage } from '../exchange.js';
import { fingerprint } from '../fingerprint.js';
import { andThen } from '../maybe-promise.js';
import { invalid, Refusal } from '../refusal.js';
import type { Claim, IdempotencyStore } from '../state/idempotency-store.js';
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
      const refusal = refusalOf(claimed);
      if (refusal) throw refusal;
      if (claimed.kind === 'replay') return marked(claimed.response);
      return run(next, exchange, {
        complete: (response) => store.complete(apiKey, key, response, clock.now()),
        release: () => store.release(apiKey, key),
      });
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

function refusalOf(claim: Claim): Refusal | null {
  switch (claim.kind) {
    case 'in-flight':
      return new Refusal(
        'CONFLICT',
        'A request with this idempotency key is still running; try again later.',
        {
          details: { reason: 'idempotency_key_in_flight' },
        },
      );
    case 'reused':
      return new Refusal(
        'VALIDATION_ERROR',
        'This idempotency key was used for another request; make up a new key for each write.',
        { details: { reason: 'idempotency_key_reused' } },
      );
    default:
      return null;
  }
}

function marked(response: MockResponse): MockResponse {
  return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
}

interface Claimed {
  complete(response: MockResponse): MaybePromise<void>;
  release(): MaybePromise<void>;
}

function run(next: Handler, exchange: Exchange, claim: Claimed): MaybePromise<MockResponse> {
  const succeed = (response: MockResponse) => {
    const kept = response.status < 400 ? claim.complete(response) : claim.release();
    return andThen(kept, () => response);
  };
  const fail = (error: unknown) =>
    andThen(claim.release(), (): MockResponse => {
      throw error;
    });
  let response: MaybePromise<MockResponse>;
  try {
    response = next(exchange);
  } catch (error) {
    return fail(error);
  }
  return response instanceof Promise ? response.then(succeed, fail) : succeed(response);
}
