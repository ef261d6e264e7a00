import { changedHeaders, refusal, refuses } from './changes.js';
import { also, onIndependent, onMock } from './faulty-server.js';
import * as keys from './idempotency-changes.js';

const malformed = 'idempotency.malformed-key-is-422';

/** Checks that send a keyed write, and need it to run. */
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

const independent = onIndependent({
  'idempotency.replay-is-the-stored-response': {
    'keys are checked and then ignored': also(
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
    'replays bring an empty object': also(
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
    'replays have a timestamp of their own': keys.replaysWith({ timestamp: '2026-06-15T12:00:01Z' }),
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
    'a replay tells the present state, not the stored answer': keys.replaysTheNewestState,
    'a replay of a removed endpoint is 404': also(keys.replaysOnlyWhatIsThere, 'errors.status-is-documented'),
  },
  'idempotency.replay-does-not-run-again': {
    'a replay creates the endpoint anew': also(keys.replaysCreateAgain, 'errors.deleted-endpoint-is-gone'),
    'a replay updates the tag key again': also(keys.replaysUpdateAgain, ...keyedWrites),
  },
  'idempotency.other-key-runs': {
    'equal bodies are taken for one request, whatever the key': also(
      keys.keysByBody,
      'idempotency.reused-key-never-runs',
    ),
    'keys are compared without their last digit': also(
      keys.rekeyed((key) => `${key.slice(0, -1)}0`),
      'errors.stale-version-is-refused',
      'errors.stale-version-is-409',
    ),
  },
  'idempotency.callers-do-not-collide': {
    'callers share their keys': keys.sharesKeysAmongCallers,
    'a used key is refused to every other caller': keys.refusesKeysOfOtherCallers,
  },
  'idempotency.reused-key-never-runs': { 'a used key with another body runs': keys.keysByBodyToo },
  'idempotency.failure-is-not-stored': {
    'failures are stored': keys.storesFailures(422),
    'a key that failed is taken for one in flight': keys.refusesKeysThatFailed,
    'failures with 404 are stored': keys.storesFailures(404),
    'failures with 409 are stored': keys.storesFailures(409),
  },
  [malformed]: {
    'any text will do as a key': keys.takesKeys(/^not-a-uuid$/),
    'a version 1 UUID will do as a key': keys.takesKeys(/^.{14}1/),
    'a version 7 UUID will do as a key': keys.takesKeys(/^.{14}7/),
    'the nil UUID will do as a key': keys.takesKeys(/^[0-]+$/),
    'a UUID of another variant will do as a key': keys.takesKeys(/^.{14}4.{4}[c-f]/),
    'a UUID without hyphens will do as a key': keys.takesKeys(/^[\da-f]{32}$/),
    '400 for a malformed key': also(keys.refusesMalformedKeysWith400, 'idempotency.empty-key-is-422'),
  },
  'idempotency.empty-key-is-422': { 'an empty key is taken for none': keys.takesAnEmptyKeyForNone },
  'idempotency.upper-case-key-is-accepted': { 'a key in upper case is refused': keys.refusesUpperCase },
  'idempotency.case-of-key-does-not-matter': { 'keys are compared letter by letter': keys.keysByLetter },
  'idempotency.at-most-one-of-a-race-runs': {
    'two requests with one key at once both run': also(
      keys.runsAllOfARace,
      'idempotency.race-ends-in-a-stored-response',
    ),
  },
  'idempotency.race-is-won-by-one': {
    'requests with one key at once shut each other out': keys.refusesAllOfARace,
  },
  'idempotency.loser-of-a-race-is-409-or-replay': {
    '400 while a key is in flight': keys.meeting((request, server, others) =>
      others > 0 ? refusal(400) : server(request),
    ),
  },
  'idempotency.race-ends-in-a-stored-response': {
    'after a race the key is forgotten': keys.forgetsKeysAfterARace,
  },
  'idempotency.reads-ignore-the-key': {
    'a malformed key on a read is refused': also(
      refuses('GET **', 422, ({ headers }) => headers['idempotency-key'] !== undefined),
      'errors.status-is-documented',
    ),
  },
});

const mock = onMock({
  'idempotency.reused-key-is-422': {
    'a used key with another body gets the stored answer': keys.replaysToAnyBody,
  },
});

export const idempotencyServers = [...independent, ...mock];
