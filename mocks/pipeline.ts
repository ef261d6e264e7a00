import { fixturesPath } from '../src/contract/fixtures.js';
import { record } from './control/journal/recorded.js';
import { documentPaths, frontPagePath } from './front/paths.js';
import { Exchange, type Handler, type Stage, type StageName } from './http/exchange.js';
import type { Session } from './session/session.js';
import type { Settings } from './settings/settings.js';
import { authenticate, authorize, identify } from './stages/authenticate.js';
import { crossOrigin } from './stages/cross-origin.js';
import { failureEnvelope } from './stages/failure-envelope.js';
import { delay, faults } from './stages/faults.js';
import { fixtures } from './stages/fixtures.js';
import { document, front } from './stages/front.js';
import { idempotency } from './stages/idempotency.js';
import { match, requireMatch } from './stages/match.js';
import { rateLimit } from './stages/rate-limit.js';
import { replay } from './stages/replay.js';
import { respond } from './stages/respond.js';
import { transaction } from './stages/transaction.js';
import type { Client, MockResponse, Pipeline } from './types.js';

/** Composes the stages, outermost first, over the current parts of a session. */
export function createPipeline(settings: Settings, session: Session): Pipeline {
  const { clock, stamps, journal, parts } = session;
  const isRecording = journal !== null || settings.log !== null;
  const stages: readonly (readonly [StageName, Stage])[] = [
    ['identify', identify(settings.keys, settings.addresses)],
    ['cross-origin', crossOrigin(settings.origins)],
    ['match', match(settings.router, publicRoutes(settings, session))],
    ['authenticate', authenticate(settings.hasTestKeys)],
    ['rate-limit', rateLimit(parts.rateLimits, settings.rateLimit, clock)],
    ['require-match', requireMatch()],
    ['authorize', authorize()],
    ...when('faults', settings.isControlled, () => faults(session.faults)),
    ['idempotency', idempotency(parts.idempotencyKeys, clock)],
    ['delay', delay(settings.sleeper)],
    ...when('replay', parts.replay, (recorded) => replay(recorded, settings.engine ? 'prism' : 'dataset')),
    ['validate', settings.validation],
    ...when('transaction', parts.replica, (shared) => transaction(shared, clock)),
    ['respond', () => respond(parts.engine)],
  ];
  const handle = stages.reduceRight<Handler>(
    (next, [name, stage]) => tracked(name, stage(next)),
    unreachable,
  );
  return async (request, httpError) => {
    settings.traffic.received += 1;
    const startedAt = isRecording ? performance.now() : 0;
    const exchange = new Exchange(request, parts.requestIds(), settings.latencyMs);
    exchange.httpError = httpError ?? null;
    let response: MockResponse;
    try {
      response = await handle(exchange);
    } catch (error) {
      response = failureEnvelope(error, stamps, settings.onError);
    }
    // Errors and replays that bypass the delay stage are delayed as well.
    if (exchange.delayMs > 0) await settings.sleeper.wait(exchange.takeDelay());
    const finished = finish(exchange, response, stamps.date());
    if (isRecording) {
      const recorded = record(exchange, finished, startedAt);
      journal?.add(recorded);
      settings.log?.add(recorded);
    }
    return finished;
  };
}

/** A stage that is included only if the condition is truthy. */
function when<T>(name: StageName, condition: T, make: (met: NonNullable<T>) => Stage): [StageName, Stage][] {
  return condition ? [[name, make(condition)]] : [];
}

/** Records the stage on the exchange: the last stage entered is the one that responds. */
function tracked(name: StageName, handler: Handler): Handler {
  return (exchange) => {
    exchange.stage = name;
    return handler(exchange);
  };
}

const unreachable: Handler = () => {
  throw new Error('The last stage responds.');
};

/** Handlers that need no API key, by path. */
function publicRoutes(settings: Settings, { stamps, parts }: Session): Map<string, Handler> {
  const readFixtures = fixturesOf(settings, parts);
  const { scenario } = parts;
  const now = stamps.timestamp;
  return new Map([
    [fixturesPath, tracked('fixtures', fixtures(readFixtures))],
    [frontPagePath, tracked('front', front({ settings, scenario, now, fixtures: readFixtures }))],
    [documentPaths.json, tracked('front', document('json'))],
    [documentPaths.yaml, tracked('front', document('yaml'))],
  ]);
}

/** Ids of the dataset and the public values of the options. */
function fixturesOf({ fixtures: published }: Settings, { replica, dataset }: Session['parts']) {
  return async (client: Client) => {
    await replica?.refresh();
    return { ...published(client), ...dataset.fixtures() };
  };
}

/** Adds the common headers. Responses depend on the caller, so caches must not store them. */
function finish({ headers }: Exchange, response: MockResponse, date: string): MockResponse {
  headers['Cache-Control'] = 'no-store';
  headers.Date = date;
  const { status, body, transfer } = response;
  return { status, headers: Object.assign(headers, response.headers), body, transfer };
}
