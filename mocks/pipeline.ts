import type { AddressLimit } from './address-limit.js';
import type { ApiKey } from './api-keys.js';
import type { TimeStamps } from './clock.js';
import type { FaultRules } from './control/fault-rules.js';
import type { Journal } from './control/journal.js';
import { Exchange, type Handler, type Stage, type StageName } from './exchange.js';
import type { Ids } from './ids.js';
import { andThen } from './maybe-promise.js';
import type { Origins } from './origins.js';
import type { Router } from './router.js';
import { authenticate } from './stages/authenticate.js';
import { authorize } from './stages/authorize.js';
import { crossOrigin } from './stages/cross-origin.js';
import { failureEnvelope } from './stages/failure-envelope.js';
import { faults, holdBack } from './stages/faults.js';
import { fixtures } from './stages/fixtures.js';
import { idempotency } from './stages/idempotency.js';
import { identify } from './stages/identify.js';
import { latency } from './stages/latency.js';
import { match, requireMatch } from './stages/match.js';
import { type RateLimit, rateLimit } from './stages/rate-limit.js';
import { type Engine, respond } from './stages/respond.js';
import { sessionName } from './stages/session-name.js';
import { transaction } from './stages/transaction.js';
import type { IdempotencyStore } from './state/idempotency-store.js';
import type { RateLimitStore } from './state/rate-limit-store.js';
import type { Replica } from './state/replica.js';
import type { Client, Clock, MaybePromise, MockRequest, MockResponse } from './types.js';

/** Everything the pipeline is made of; it holds nothing of its own. */
export interface PipelineParts {
  /** Costs too much to be made for each pipeline. */
  readonly router: Router;
  /** Gives requests the document's types; costs too much as well. */
  readonly validation: Stage;
  readonly clock: Clock;
  readonly stamps: TimeStamps;
  /** Whose pages may call over a socket. */
  readonly origins: Origins;
  readonly requestIds: Ids;
  readonly keys: readonly ApiKey[];
  /** What each address may send without one. */
  readonly addresses: AddressLimit;
  readonly rateLimit: RateLimit;
  readonly rateLimits: RateLimitStore;
  readonly idempotencyKeys: IdempotencyStore;
  /** The copy of a world that is shared with other servers; null where it is this one's alone. */
  readonly replica: Replica | null;
  readonly engine: Engine;
  readonly fixtures: (client: Client) => MaybePromise<unknown>;
  readonly latencyMs: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** What is to go wrong; null where nothing may be made to. */
  readonly faults: FaultRules | null;
  /** Null where nothing is recorded. */
  readonly journal: Journal | null;
  /** Told of errors that are the mock's own. */
  readonly onFault: (error: unknown) => void;
}

/** Answers a request; it never throws and never rejects. */
export type Pipeline = (request: MockRequest) => MaybePromise<MockResponse>;

/** Builds the stages once, outermost first, around the answer. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { journal, stamps } = parts;
  const stages: readonly (readonly [StageName, Stage])[] = [
    ['failure-envelope', failureEnvelope(stamps, parts.onFault)],
    ['identify', identify(parts.keys, parts.addresses)],
    ['cross-origin', crossOrigin(parts.origins)],
    ...when('latency', parts.latencyMs > 0, () => latency(parts.latencyMs, parts.sleep)),
    ...when('session-name', parts.faults, () => sessionName()),
    ['fixtures', fixtures(parts.fixtures)],
    ['match', match(parts.router)],
    ['authenticate', authenticate()],
    ['rate-limit', rateLimit(parts.rateLimits, parts.rateLimit, parts.clock)],
    ['require-match', requireMatch()],
    ['authorize', authorize()],
    ...when('faults', parts.faults, (rules) => faults(rules, parts.sleep)),
    ['idempotency', idempotency(parts.idempotencyKeys, parts.clock)],
    ...when('hold-back', parts.faults, () => holdBack(parts.sleep)),
    ['validate', parts.validation],
    ...when('transaction', parts.replica, (replica) => transaction(replica, parts.clock)),
    ['respond', () => respond(parts.engine, stamps)],
  ];
  const handle = stages.reduceRight<Handler>((next, [name, stage]) => {
    const handler = stage(next);
    return journal ? noted(name, handler) : handler;
  }, unreachable);
  return (request) => {
    const exchange = new Exchange(request, parts.requestIds());
    const startedAt = journal ? performance.now() : 0;
    return andThen(handle(exchange), (response) => {
      const finished = finish(exchange, response, stamps);
      journal?.record(exchange, finished, startedAt);
      return finished;
    });
  };
}

/** A stage that is only there under a condition. */
function when<T>(name: StageName, condition: T, make: (met: NonNullable<T>) => Stage): [StageName, Stage][] {
  return condition ? [[name, make(condition)]] : [];
}

/** Says how far an exchange has come: whoever is the last to say so has answered it. */
function noted(name: StageName, handler: Handler): Handler {
  return (exchange) => {
    exchange.stage = name;
    return handler(exchange);
  };
}

const unreachable: Handler = () => {
  throw new Error('The last stage answers.');
};

/** Answers depend on the caller, so no cache may keep them. */
function finish({ headers }: Exchange, response: MockResponse, stamps: TimeStamps): MockResponse {
  headers['Cache-Control'] = 'no-store';
  headers.Date = stamps.date();
  return {
    status: response.status,
    headers: Object.assign(headers, response.headers),
    body: response.body,
    transfer: response.transfer,
  };
}
