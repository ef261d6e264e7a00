import type { Handler, TestAnswer, TestRequest } from '../support/serve.js';
import { answers, type Defect, matches, refusal, requests } from './defect.js';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const keyOf = ({ headers }: TestRequest) => headers['idempotency-key'];
const isKeyed = (request: TestRequest) => uuidV4.test(keyOf(request) ?? '');

function withKey(request: TestRequest, key: string | undefined): TestRequest {
  const { 'idempotency-key': _, ...headers } = request.headers;
  return { ...request, headers: key === undefined ? headers : { ...headers, 'idempotency-key': key } };
}

/** Another key for each text that goes in, the same for the same. */
function keyFrom(text: string): string {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return `00000000-0000-4000-8000-${hash.toString(16).padStart(12, '0')}`;
}

const isReplay = (answer: TestAnswer) => answer.headers['idempotent-replayed'] === 'true';

const replays = (change: (answer: TestAnswer) => TestAnswer): Defect['wrap'] =>
  answers('* **', (answer) => (isReplay(answer) ? change(answer) : answer));

/** Stores failures of one status, but for the word that another request with the key is still at work. */
const storing =
  (status: number): Defect['wrap'] =>
  (right) => {
    const failed = new Map<string, TestAnswer>();
    return async (request) => {
      if (!isKeyed(request)) return right(request);
      const name = `${request.headers.authorization} ${keyOf(request)}`;
      const answer = failed.get(name) ?? (await right(request));
      if (answer.status === status && !/still running/i.test(answer.body)) failed.set(name, answer);
      return answer;
    };
  };

function without(answer: TestAnswer, name: string): TestAnswer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** A malformed key of one kind is taken for a good one. */
const takes = (kind: RegExp): Defect['wrap'] =>
  requests('* **', (request) => {
    const key = keyOf(request);
    return key !== undefined && kind.test(key) ? withKey(request, keyFrom(`${key}${request.body}`)) : request;
  });

/** Runs while requests with the same key are in flight are told to `meet`. */
function meeting(
  meet: (request: TestRequest, right: Handler, others: number) => TestAnswer | Promise<TestAnswer>,
): Defect['wrap'] {
  return (right) => {
    const flying = new Map<string, number>();
    return async (request) => {
      if (!isKeyed(request)) return right(request);
      const name = `${request.headers.authorization} ${keyOf(request)}`;
      const others = flying.get(name) ?? 0;
      flying.set(name, others + 1);
      try {
        return await meet(request, right, others);
      } finally {
        flying.set(name, (flying.get(name) ?? 1) - 1);
      }
    };
  };
}

export const idempotencyDefects: readonly Defect[] = [
  {
    name: 'keys are checked and then ignored',
    kills: 'idempotency.replay-is-the-stored-answer',
    also: [
      'idempotency.replay-is-marked',
      'idempotency.late-replay-is-the-stored-answer',
      'idempotency.reused-key-never-runs',
      'idempotency.case-of-key-does-not-matter',
      'idempotency.at-most-one-of-a-race-runs',
      'idempotency.race-ends-in-a-stored-answer',
    ],
    wrap: requests('* **', (request) => (isKeyed(request) ? withKey(request, undefined) : request)),
  },
  {
    name: 'replays are not marked',
    kills: 'idempotency.replay-is-marked',
    also: [
      'idempotency.late-replay-is-the-stored-answer',
      'idempotency.case-of-key-does-not-matter',
      'webhooks.endpoint-is-as-asked',
      'tags.update-raises-the-version',
    ],
    wrap: replays((answer) => without(answer, 'idempotent-replayed')),
  },
  {
    name: 'replays are marked with 1',
    kills: 'idempotency.replay-is-marked',
    also: [
      'idempotency.late-replay-is-the-stored-answer',
      'idempotency.case-of-key-does-not-matter',
      'webhooks.endpoint-is-as-asked',
      'tags.update-raises-the-version',
    ],
    wrap: replays((answer) => ({ ...answer, headers: { ...answer.headers, 'idempotent-replayed': '1' } })),
  },
  {
    name: 'replays have another status',
    kills: 'idempotency.replay-is-the-stored-answer',
    also: [
      'errors.status-is-documented',
      'idempotency.late-replay-is-the-stored-answer',
      'idempotency.race-ends-in-a-stored-answer',
    ],
    wrap: replays((answer) => ({ ...answer, status: 208 })),
  },
  {
    name: 'replays bring an empty object',
    kills: 'idempotency.replay-is-the-stored-answer',
    also: [
      'fields.all-are-present',
      'idempotency.late-replay-is-the-stored-answer',
      'idempotency.race-ends-in-a-stored-answer',
    ],
    wrap: replays((answer) => ({
      ...answer,
      body: JSON.stringify({ ...JSON.parse(answer.body), data: {} }),
    })),
  },
  {
    name: 'replays have a timestamp of their own',
    kills: 'idempotency.replay-repeats-the-whole-body',
    wrap: replays((answer) => ({
      ...answer,
      body: JSON.stringify({ ...JSON.parse(answer.body), timestamp: '2026-06-15T12:00:01Z' }),
    })),
  },
  {
    name: 'every keyed write is marked as replayed',
    kills: 'idempotency.fresh-answer-is-not-marked',
    also: [
      'idempotency.replay-does-not-run-again',
      'idempotency.other-key-runs',
      'idempotency.callers-do-not-collide',
      'idempotency.failure-is-not-stored',
      'idempotency.upper-case-key-is-accepted',
      'idempotency.race-is-won-by-one',
    ],
    wrap: answers('* **', (answer, request) =>
      isKeyed(request) && answer.status < 300
        ? { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
        : answer,
    ),
  },
  {
    name: 'reads are marked as replayed',
    kills: 'idempotency.only-keyed-writes-are-marked',
    also: ['idempotency.reads-ignore-the-key'],
    wrap: answers('GET /commitments', (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'idempotent-replayed': 'true' },
    })),
  },
  {
    name: 'a replay tells the present state, not the stored answer',
    kills: 'idempotency.late-replay-is-the-stored-answer',
    wrap: (right) => {
      let newest: string | undefined;
      return async (request) => {
        const answer = await right(request);
        if (!matches('PUT /tags/virtual/*', request) || answer.status >= 300) return answer;
        if (!isReplay(answer)) newest = answer.body;
        return isReplay(answer) && newest !== undefined ? { ...answer, body: newest } : answer;
      };
    },
  },
  {
    name: 'a replay of a removed endpoint is 404',
    kills: 'idempotency.late-replay-is-the-stored-answer',
    also: ['errors.status-is-documented'],
    wrap: (right) => {
      const gone = new Set<string>();
      return async (request) => {
        const answer = await right(request);
        if (request.method === 'DELETE' && answer.status < 300) gone.add(JSON.parse(answer.body).data.id);
        return isReplay(answer) && gone.has(JSON.parse(answer.body).data.id)
          ? refusal(404, 'NOT_FOUND')
          : answer;
      };
    },
  },
  {
    name: 'a replay creates the endpoint anew',
    kills: 'idempotency.replay-does-not-run-again',
    also: ['errors.deleted-endpoint-is-gone'],
    wrap: (right) => {
      const gone = new Set<string>();
      const revived = new Set<string>();
      return async (request) => {
        const answer = await right(request);
        if (request.method === 'POST' && isReplay(answer)) {
          const { id } = JSON.parse(answer.body).data;
          if (gone.has(id)) revived.add(id);
        }
        if (request.method !== 'DELETE') return answer;
        const id = decodeURIComponent(request.path.split('/').at(-1) ?? '');
        if (answer.status < 300) gone.add(id);
        if (answer.status !== 404 || !revived.delete(id)) return answer;
        return {
          ...answer,
          status: 200,
          body: JSON.stringify({
            success: true,
            timestamp: '2026-06-15T12:00:00Z',
            data: { id, deleted: true },
          }),
        };
      };
    },
  },
  {
    name: 'a replay updates the tag key again',
    kills: 'idempotency.replay-does-not-run-again',
    also: [
      'idempotency.callers-do-not-collide',
      'idempotency.failure-is-not-stored',
      'idempotency.upper-case-key-is-accepted',
      'idempotency.race-is-won-by-one',
    ],
    wrap: (right) => {
      let version = 0;
      return async (request) => {
        const answer = await right(request);
        if (!matches('PUT /tags/virtual/*', request) || answer.status >= 300) return answer;
        if (isReplay(answer)) {
          const body = JSON.stringify({ ...JSON.parse(request.body), expected_version: version });
          const again = await right({ ...withKey(request, undefined), body });
          if (again.status < 300) version = JSON.parse(again.body).data.key.rules_version;
        } else version = JSON.parse(answer.body).data.key.rules_version;
        return answer;
      };
    },
  },
  {
    name: 'equal bodies are taken for one request, whatever the key',
    kills: 'idempotency.other-key-runs',
    also: ['idempotency.reused-key-never-runs'],
    wrap: requests('POST /webhooks/endpoints', (request) =>
      isKeyed(request) ? withKey(request, keyFrom(request.body)) : request,
    ),
  },
  {
    name: 'callers share their keys',
    kills: 'idempotency.callers-do-not-collide',
    wrap: requests('* **', (request) =>
      isKeyed(request) && request.headers.authorization === 'Bearer one_test_stranger'
        ? { ...request, headers: { ...request.headers, authorization: 'Bearer one_test_caller' } }
        : request,
    ),
  },
  {
    name: 'a used key is refused to every other caller',
    kills: 'idempotency.callers-do-not-collide',
    wrap: (right) => {
      const used = new Map<string, string | undefined>();
      return async (request) => {
        const key = keyOf(request);
        const { authorization } = request.headers;
        if (key === undefined) return right(request);
        if (
          used.has(key) &&
          used.get(key) !== authorization &&
          authorization?.startsWith('Bearer one_test_')
        ) {
          return refusal(409, 'CONFLICT');
        }
        const answer = await right(request);
        if (answer.status < 300) used.set(key, authorization);
        return answer;
      };
    },
  },
  {
    name: 'a used key with another body runs',
    kills: 'idempotency.reused-key-never-runs',
    wrap: requests('* **', (request) =>
      isKeyed(request)
        ? withKey(request, keyFrom(`${keyOf(request)?.toLowerCase()} ${request.body}`))
        : request,
    ),
  },
  { name: 'failures are stored', kills: 'idempotency.failure-is-not-stored', wrap: storing(422) },
  {
    name: 'a key that failed is taken for one in flight',
    kills: 'idempotency.failure-is-not-stored',
    wrap: (right) => {
      const failed = new Set<string>();
      return async (request) => {
        if (!isKeyed(request)) return right(request);
        const name = `${request.headers.authorization} ${keyOf(request)}`;
        if (failed.has(name)) return refusal(409, 'CONFLICT');
        const answer = await right(request);
        if (answer.status === 422) failed.add(name);
        return answer;
      };
    },
  },
  {
    name: 'any text will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^not-a-uuid$/),
  },
  {
    name: 'a version 1 UUID will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^.{14}1/),
  },
  {
    name: 'a version 7 UUID will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^.{14}7/),
  },
  {
    name: 'the nil UUID will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^[0-]+$/),
  },
  {
    name: 'a UUID of another variant will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^.{14}4.{4}[c-f]/),
  },
  {
    name: 'a UUID without hyphens will do as a key',
    kills: 'idempotency.malformed-key-is-422',
    wrap: takes(/^[\da-f]{32}$/),
  },
  {
    name: '400 for a malformed key',
    kills: 'idempotency.malformed-key-is-422',
    also: ['idempotency.empty-key-is-422'],
    wrap: answers('* **', (answer, request) =>
      keyOf(request) !== undefined && !isKeyed(request) && answer.status === 422
        ? refusal(400, 'BAD_REQUEST')
        : answer,
    ),
  },
  {
    name: 'an empty key is taken for none',
    kills: 'idempotency.empty-key-is-422',
    wrap: requests('* **', (request) => (keyOf(request) === '' ? withKey(request, undefined) : request)),
  },
  {
    name: 'a key in upper case is refused',
    kills: 'idempotency.upper-case-key-is-accepted',
    wrap: (right) => async (request) =>
      /[A-F]/.test(keyOf(request) ?? '') && request.headers.authorization?.startsWith('Bearer one_')
        ? refusal(422, 'VALIDATION_ERROR')
        : right(request),
  },
  {
    name: 'keys are compared letter by letter',
    kills: 'idempotency.case-of-key-does-not-matter',
    wrap: requests('* **', (request) =>
      /[A-F]/.test(keyOf(request) ?? '') ? withKey(request, keyFrom(keyOf(request) ?? '')) : request,
    ),
  },
  {
    name: 'two requests with one key at once both run',
    kills: 'idempotency.at-most-one-of-a-race-runs',
    also: ['idempotency.race-ends-in-a-stored-answer'],
    wrap: meeting((request, right, others) => right(others > 0 ? withKey(request, undefined) : request)),
  },
  {
    name: 'requests with one key at once shut each other out',
    kills: 'idempotency.race-is-won-by-one',
    wrap: (right) => {
      // Those sent at once by other connections come within it.
      const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20));
      const met = new Map<string, number>();
      return async (request) => {
        if (!isKeyed(request)) return right(request);
        const name = `${request.headers.authorization} ${keyOf(request)}`;
        const before = met.get(name) ?? 0;
        met.set(name, before + 1);
        await aWhile();
        const crowded = (met.get(name) ?? 0) > before + 1 || before > 0;
        const answer = crowded ? refusal(409, 'CONFLICT') : await right(request);
        await aWhile();
        met.delete(name);
        return answer;
      };
    },
  },
  {
    name: '400 while a key is in flight',
    kills: 'idempotency.loser-of-a-race-is-409-or-replay',
    wrap: meeting((request, right, others) => (others > 0 ? refusal(400, 'BAD_REQUEST') : right(request))),
  },
  {
    name: 'after a race the key is forgotten',
    kills: 'idempotency.race-ends-in-a-stored-answer',
    wrap: (right) => {
      const raced = new Set<string>();
      return meeting((request, next, others) => {
        const name = `${request.headers.authorization} ${keyOf(request)}`;
        if (others > 0) raced.add(name);
        return next(others === 0 && raced.has(name) ? withKey(request, undefined) : request);
      })(right);
    },
  },
  {
    name: 'a malformed key on a read is refused',
    kills: 'idempotency.reads-ignore-the-key',
    also: ['errors.status-is-documented'],
    wrap: (right) => async (request) =>
      request.method === 'GET' && keyOf(request) !== undefined
        ? refusal(422, 'VALIDATION_ERROR')
        : right(request),
  },
  {
    name: 'keys are compared without their last digit',
    kills: 'idempotency.other-key-runs',
    also: ['errors.stale-version-is-refused', 'errors.stale-version-is-409'],
    wrap: requests('* **', (request) =>
      isKeyed(request) ? withKey(request, `${keyOf(request)?.slice(0, -1)}0`) : request,
    ),
  },
  ...([404, 409] as const).map(
    (status): Defect => ({
      name: `failures with ${status} are stored`,
      kills: 'idempotency.failure-is-not-stored',
      wrap: storing(status),
    }),
  ),
  {
    name: 'a used key with another body gets the stored answer',
    kills: 'idempotency.reused-key-is-422',
    base: 'mock',
    wrap: (right) => {
      const bodies = new Map<string, string>();
      return async (request) => {
        const key = request.headers['idempotency-key'];
        if (key === undefined) return right(request);
        const name = `${request.headers.authorization} ${key}`;
        const answer = await right({ ...request, body: bodies.get(name) ?? request.body });
        if (answer.status < 300 && !bodies.has(name)) bodies.set(name, request.body);
        return answer;
      };
    },
  },
];
