import type { Operation } from '../src/generated/operations.js';
import type { ApiKey } from './api-keys.js';
import type { TimeStamps } from './clock.js';
import { Exchange, type Handler, type Stage } from './exchange.js';
import type { Ids } from './ids.js';
import { andThen } from './maybe-promise.js';
import { createRouter } from './router.js';
import { authenticate } from './stages/authenticate.js';
import { authorize } from './stages/authorize.js';
import { crossOrigin } from './stages/cross-origin.js';
import { failureEnvelope } from './stages/failure-envelope.js';
import { fixtures } from './stages/fixtures.js';
import { idempotency } from './stages/idempotency.js';
import { latency } from './stages/latency.js';
import { match, requireMatch } from './stages/match.js';
import { type RateLimit, rateLimit } from './stages/rate-limit.js';
import { type Engine, respond } from './stages/respond.js';
import { transaction } from './stages/transaction.js';
import { validate } from './stages/validate.js';
import type { IdempotencyStore } from './state/idempotency-store.js';
import type { RateLimitStore } from './state/rate-limit-store.js';
import type { Replica } from './state/replica.js';
import type { Clock, MaybePromise, MockRequest, MockResponse } from './types.js';

/** Everything the pipeline is made of; it holds nothing of its own. */
export interface PipelineParts {
  readonly operations: readonly Operation[];
  readonly clock: Clock;
  readonly stamps: TimeStamps;
  readonly requestIds: Ids;
  readonly keys: readonly ApiKey[];
  readonly rateLimit: RateLimit;
  readonly rateLimits: RateLimitStore;
  readonly idempotencyKeys: IdempotencyStore;
  /** The copy of a world that is shared with other servers; null where it is this one's alone. */
  readonly replica: Replica | null;
  readonly engine: Engine;
  readonly fixtures: () => MaybePromise<unknown>;
  readonly latencyMs: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Told of errors that are the mock's own. */
  readonly onFault: (error: unknown) => void;
}

/** Answers a request; it never throws and never rejects. */
export type Pipeline = (request: MockRequest) => MaybePromise<MockResponse>;

/** Builds the stages once, outermost first, around the answer. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const stages: readonly Stage[] = [
    failureEnvelope(parts.stamps, parts.onFault),
    crossOrigin(),
    ...(parts.latencyMs > 0 ? [latency(parts.latencyMs, parts.sleep)] : []),
    fixtures(parts.fixtures),
    match(createRouter(parts.operations)),
    authenticate(parts.keys),
    rateLimit(parts.rateLimits, parts.rateLimit, parts.clock),
    requireMatch(),
    authorize(),
    idempotency(parts.idempotencyKeys, parts.clock),
    validate(parts.operations),
    ...(parts.replica ? [transaction(parts.replica, parts.clock)] : []),
  ];
  const handle = stages.reduceRight<Handler>(
    (next, stage) => stage(next),
    respond(parts.engine, parts.stamps),
  );
  return (request) => {
    const exchange = new Exchange(request, parts.requestIds());
    return andThen(handle(exchange), (response) => finish(exchange, response, parts.stamps));
  };
}

/** Answers depend on the caller, so no cache may keep them. */
function finish({ headers }: Exchange, response: MockResponse, stamps: TimeStamps): MockResponse {
  headers['Cache-Control'] = 'no-store';
  headers.Date = stamps.date();
  return { status: response.status, headers: Object.assign(headers, response.headers), body: response.body };
}
