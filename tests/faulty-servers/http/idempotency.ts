import { changedHeaders, refusal, refuses } from '../changes.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';
import * as keys from './idempotency-changes.js';

const malformed = 'idempotency.malformed-key-is-422';

/** Checks that need a keyed write to be executed. */
const keyedWrites = [
  'idempotency.callers-do-not-collide',
  'idempotency.failure-is-not-stored',
  'idempotency.upper-case-key-is-accepted',
  'idempotency.race-is-won-by-one',
];

/** Checks that need replays to be marked. */
const markedReplays = [
  'idempotency.late-replay-is-the-stored-response',
  'idempotency.case-of-key-does-not-matter',
  'webhooks.endpoint-is-as-requested',
  'tags.update-raises-the-version',
];

/** Ignores an idempotency key while its first write is slow, and forgets it afterwards. */
const ignoresKeysInFlight: Change = (server) => {
  const slow = new Set<string>();
  return async (request) => {
    const { 'idempotency-key': key, 'mock-latency': latency, ...headers } = request.headers;
    if (key === undefined) return server(request);
    if (slow.has(key)) return server({ ...request, headers });
    if (latency === undefined) return server(request);
    slow.add(key);
    try {
      return await server(request);
    } finally {
      slow.delete(key);
    }
  };
};

const independent = onIndependent({
  'idempotency.replay-is-the-stored-response': {
    'keys are validated but otherwise ignored': also(
      keys.rekeyed(() => undefined),
      'idempotency.replay-is-marked',
      'idempotency.late-replay-is-the-stored-response',
      'idempotency.reused-key-never-runs',
      'idempotency.case-of-key-does-not-matter',
      'idempotency.at-most-one-of-a-race-runs',
      'idempotency.race-ends-in-a-stored-response',
    ),
    'replays have another status': also(
      keys.replays((replay) => ({ ...replay, status: 208 })),
      'errors.status-is-documented',
      'idempotency.late-replay-is-the-stored-response',
      'idempotency.race-ends-in-a-stored-response',
    ),
    'replays have an empty data object': also(
      keys.replaysWith({ data: {} }),
      'fields.all-are-present',
      'idempotency.late-replay-is-the-stored-response',
      'idempotency.race-ends-in-a-stored-response',
    ),
  },
  'idempotency.replay-is-marked': {
    'replays are not marked': also(
      changedHeaders('* **', { 'idempotent-replayed': undefined }),
      ...markedReplays,
    ),
    'replays are marked with 1': also(
      keys.replays((replay) => ({
        ...replay,
        headers: { ...replay.headers, 'idempotent-replayed': '1' },
      })),
      ...markedReplays,
    ),
  },
  'idempotency.replay-repeats-the-whole-body': {
    'replays have a new timestamp': keys.replaysWith({ timestamp: '2026-06-15T12:00:01Z' }),
  },
  'idempotency.first-response-is-not-marked': {
    'every keyed write is marked as replayed': also(
      keys.marksEveryKeyedWrite,
      'idempotency.replay-does-not-run-again',
      'idempotency.other-key-runs',
      ...keyedWrites,
    ),
  },
  'idempotency.only-keyed-writes-are-marked': {
    'reads are marked as replayed': also(
      changedHeaders('GET /commitments', { 'idempotent-replayed': 'true' }),
      'idempotency.reads-ignore-the-key',
    ),
  },
  'idempotency.late-replay-is-the-stored-response': {
    'a replay returns the current state': keys.replaysCurrentState,
    '404 for a replay after the endpoint is deleted': also(
      keys.replaysOnlyExisting,
      'errors.status-is-documented',
    ),
  },
  'idempotency.replay-does-not-run-again': {
    'a replay creates the endpoint again': also(keys.replaysCreateAgain, 'errors.deleted-endpoint-is-gone'),
    'a replay updates the tag key again': also(keys.replaysUpdateAgain, ...keyedWrites),
  },
  'idempotency.other-key-runs': {
    'requests are identified by body, not by key': also(
      keys.identifiesByBody,
      'idempotency.reused-key-never-runs',
    ),
    'keys are compared without the last digit': also(
      keys.rekeyed((key) => `${key.slice(0, -1)}0`),
      'errors.stale-version-is-refused',
      'errors.stale-version-is-409',
    ),
  },
  'idempotency.callers-do-not-collide': {
    'idempotency keys are shared between callers': keys.sharesKeysAmongCallers,
    'a key used by another caller is refused': keys.refusesKeysOfOtherCallers,
  },
  'idempotency.reused-key-never-runs': {
    'a used key with another body is executed': keys.identifiesByKeyAndBody,
  },
  'idempotency.failure-is-not-stored': {
    'failures with 422 are stored': keys.storesFailures(422),
    '409 for a key after a failure': keys.refusesKeysThatFailed,
    'failures with 404 are stored': keys.storesFailures(404),
    'failures with 409 are stored': keys.storesFailures(409),
  },
  [malformed]: {
    'any text is accepted as a key': keys.acceptsKeys(/^not-a-uuid$/),
    'a version 1 UUID is accepted as a key': keys.acceptsKeys(/^.{14}1/),
    'a version 7 UUID is accepted as a key': keys.acceptsKeys(/^.{14}7/),
    'the nil UUID is accepted as a key': keys.acceptsKeys(/^[0-]+$/),
    'a UUID of another variant is accepted as a key': keys.acceptsKeys(/^.{14}4.{4}[c-f]/),
    'a UUID without hyphens is accepted as a key': keys.acceptsKeys(/^[\da-f]{32}$/),
    '400 for a malformed key': also(keys.refusesMalformedKeysWith400, 'idempotency.empty-key-is-422'),
  },
  'idempotency.empty-key-is-422': { 'an empty key is ignored': keys.ignoresEmptyKeys },
  'idempotency.upper-case-key-is-accepted': { 'a key in upper case is refused': keys.refusesUpperCase },
  'idempotency.case-of-key-does-not-matter': { 'keys are case-sensitive': keys.comparesCase },
  'idempotency.at-most-one-of-a-race-runs': {
    'concurrent requests with one key are all executed': also(
      keys.executesConcurrent,
      'idempotency.race-ends-in-a-stored-response',
    ),
  },
  'idempotency.race-is-won-by-one': {
    'concurrent requests with one key are all refused': keys.refusesConcurrent,
  },
  'idempotency.loser-of-a-race-is-409-or-replay': {
    '400 while a key is in flight': keys.concurrently((request, server, others) =>
      others > 0 ? refusal(400) : server(request),
    ),
  },
  'idempotency.race-ends-in-a-stored-response': {
    'a key is forgotten after concurrent requests': keys.forgetsConcurrentKeys,
  },
  'idempotency.reads-ignore-the-key': {
    'a key on a read is refused': also(
      refuses('GET **', 422, ({ headers }) => headers['idempotency-key'] !== undefined),
      'errors.status-is-documented',
    ),
  },
});

const mock = onMock({
  'idempotency.reused-key-returns-the-stored-response': {
    '422 for a used key with another body': keys.refusesOtherBodies,
  },
  'idempotency.slow-write-holds-its-key': {
    'a key in flight is ignored': ignoresKeysInFlight,
  },
});

export const idempotencyServers = [...independent, ...mock];
