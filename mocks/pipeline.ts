import { record } from './control/recorded.js';
import { Exchange, type Handler, type Stage, type StageName } from './exchange.js';
import { documentPaths, frontPagePath } from './front/paths.js';
import type { Lasting, Present } from './present.js';
import type { Refusal } from './refusal.js';
import type { Settings } from './settings.js';
import { authenticate, authorize, identify } from './stages/authenticate.js';
import { crossOrigin } from './stages/cross-origin.js';
import { failureEnvelope } from './stages/failure-envelope.js';
import { delay, faults } from './stages/faults.js';
import { fixtures, fixturesPath } from './stages/fixtures.js';
import { document, front } from './stages/front.js';
import { idempotency } from './stages/idempotency.js';
import { match, requireMatch } from './stages/match.js';
import { rateLimit } from './stages/rate-limit.js';
import { respond } from './stages/respond.js';
import { transaction } from './stages/transaction.js';
import type { Client, MockRequest, MockResponse } from './types.js';

/**
 * Responds to a request; it never throws and never rejects.
 *
 * @param refusal why the request cannot be served, where that is known before the first stage
 */
export type Pipeline = (request: MockRequest, refusal?: Refusal) => Promise<MockResponse>;

/** Builds the stages of a world once, outermost first. */
export function createPipeline(settings: Settings, session: Lasting, present: Present): Pipeline {
  const { clock, stamps, journal } = session;
  const { replica } = present;
  const isWatched = journal !== null || settings.log !== null;
  const stages: readonly (readonly [StageName, Stage])[] = [
    ['identify', identify(settings.keys, settings.addresses)],
    ['cross-origin', crossOrigin(settings.origins)],
    ['match', match(settings.router, besideTheApi(settings, session, present))],
    ['authenticate', authenticate()],
    ['rate-limit', rateLimit(present.rateLimits, settings.rateLimit, clock)],
    ['require-match', requireMatch()],
    ['authorize', authorize()],
    ...when('faults', settings.isControlled, () => faults(session.faults)),
    ['idempotency', idempotency(present.idempotencyKeys, clock)],
    ['delay', delay(settings.sleeper)],
    ['validate', settings.validation],
    ...when('transaction', replica, (shared) => transaction(shared, clock)),
    ['respond', () => respond(present.engine, stamps)],
  ];
  const handle = stages.reduceRight<Handler>((next, [name, stage]) => noted(name, stage(next)), unreachable);
  return async (request, refusal) => {
    const startedAt = isWatched ? performance.now() : 0;
    const exchange = new Exchange(request, present.requestIds(), settings.latencyMs);
    exchange.refusal = refusal ?? null;
    let response: MockResponse;
    try {
      response = await handle(exchange);
    } catch (error) {
      response = failureEnvelope(error, stamps, settings.onFault);
    }
    // What was refused or replayed before the delay stage is as late as the rest.
    if (exchange.delayMs > 0) await settings.sleeper.rest(exchange.takeDelay());
    const finished = finish(exchange, response, stamps.date());
    if (isWatched) {
      const recorded = record(exchange, finished, startedAt);
      journal?.add(recorded);
      settings.log?.add(recorded);
    }
    return finished;
  };
}

/** A stage that is only there under a condition. */
function when<T>(name: StageName, condition: T, make: (met: NonNullable<T>) => Stage): [StageName, Stage][] {
  return condition ? [[name, make(condition)]] : [];
}

/** Records how far an exchange has come: the last stage that handles it is the one that responds. */
function noted(name: StageName, handler: Handler): Handler {
  return (exchange) => {
    exchange.stage = name;
    return handler(exchange);
  };
}

const unreachable: Handler = () => {
  throw new Error('The last stage responds.');
};

/** What is served without a key, by path. */
function besideTheApi(settings: Settings, { stamps }: Lasting, present: Present): Map<string, Handler> {
  const known = fixturesOf(settings, present);
  const { scenario } = present;
  const now = stamps.timestamp;
  return new Map([
    [fixturesPath, noted('fixtures', fixtures(known))],
    [frontPagePath, noted('front', front({ settings, scenario, now, fixtures: known }))],
    [documentPaths.json, noted('front', document('json'))],
    [documentPaths.yaml, noted('front', document('yaml'))],
  ]);
}

/** Ids that the API has no list for, together with what the options make public. */
function fixturesOf({ fixtures: published }: Settings, { replica, dataset }: Present) {
  return async (client: Client) => {
    await replica?.refresh();
    return { ...published(client), ...dataset.fixtures() };
  };
}

/** Responses depend on the caller, so no cache may store them. */
function finish({ headers }: Exchange, response: MockResponse, date: string): MockResponse {
  headers['Cache-Control'] = 'no-store';
  headers.Date = date;
  const { status, body, transfer } = response;
  return { status, headers: Object.assign(headers, response.headers), body, transfer };
}
