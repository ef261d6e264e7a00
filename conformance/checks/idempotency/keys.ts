import type { Check } from '../../check.js';
import { describe, expectFailure } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { isSuccess } from '../../http/exchange.js';
import { Blocked, eachCase, fail } from '../../outcome.js';
import { isFresh, isReplay } from '../../scenarios/keyed-write.js';

import {
  dataOf,
  exchangeOf,
  isTaken,
  keyedWriteCheck,
  keyOf,
  source,
  stored,
  uuidV4,
} from './keyed-write-check.js';

/** A success with the same key and another body. */
const otherBefore = (exchange: CompleteExchange, before: readonly CompleteExchange[]) =>
  stored(exchange, before).find(
    ({ request }) => request.path === exchange.request.path && request.body !== exchange.request.body,
  );

/** @throws {Finding} when a key that has its answer stored made something new */
function expectNoRun(exchange: CompleteExchange, first: CompleteExchange): void {
  if (!isFresh(exchange) || dataOf(exchange) === dataOf(first)) return;
  fail({
    message: 'A used key with another body runs as a new request.',
    expected: 'the stored answer, or a refusal',
    actual: `${describe(exchange)} with new data ${show(exchange.response.json?.data)}`,
    exchange,
  });
}

const needsSecondKey = 'it needs a second API key: give another --api-key';

/** What is the same key, what another, and what none. */
export const keyChecks: readonly Check[] = [
  keyedWriteCheck({
    id: 'idempotency.other-key-runs',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Another key makes another request, even with the same body.',
    source,
    judge: ({ otherKey }, { operation }) => {
      const exchange = exchangeOf(otherKey, 'no write with another key was made');
      // An update with a version that is used up has run, and was refused for that.
      const ran = operation.operationId === 'createWebhookEndpoint' ? isFresh(exchange) : !isReplay(exchange);
      if (ran) return;
      fail({
        message: 'A request with another key is not run as a new one.',
        expected: 'a new answer',
        actual: isReplay(exchange) ? 'a replay' : describe(exchange),
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.callers-do-not-collide',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The same key from another API key is another request: it never gets the stored answer.',
    source: 'Authentication, rule 4',
    judge: ({ fresh, secondCaller, otherKey, proof }, { operation }) => {
      const exchange = exchangeOf(secondCaller, needsSecondKey);
      const first = exchangeOf(fresh, 'no write was made');
      const unrelated = operation.operationId === 'createWebhookEndpoint' ? otherKey : proof;
      if (unrelated && isFresh(unrelated.exchange) && dataOf(unrelated.exchange) === dataOf(first)) {
        throw new Blocked(
          'every write gets the same answer, so nothing shows',
          undefined,
          operation.operationId === 'createWebhookEndpoint'
            ? 'webhooks.each-endpoint-has-its-own-id'
            : 'tags.each-change-has-its-own-job',
        );
      }
      if (isReplay(exchange) || (isSuccess(exchange) && dataOf(exchange) === dataOf(first))) {
        fail({
          message: 'The second API key got the stored answer of the first.',
          expected: 'an answer of its own',
          actual: `a replay of ${show(exchange.response.json?.data)}`,
          exchange,
        });
      }
      const { status } = exchange.response;
      if (status === 409 || status === 422) {
        fail({
          message: 'The second API key is refused for a key that only the first has used.',
          expected: 'a success of its own',
          actual: describe(exchange),
          exchange,
        });
      }
      if (!isSuccess(exchange)) {
        throw new Blocked(`the second API key may not do this: ${describe(exchange)}`, exchange);
      }
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.reused-key-never-runs',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A key that has its answer stored never runs again, whatever the body says.',
    source,
    judge: ({ fresh, otherBody }) => {
      expectNoRun(
        exchangeOf(otherBody, 'no write could be repeated'),
        exchangeOf(fresh, 'no write was made'),
      );
    },
    watch: {
      when: (exchange, before) => otherBefore(exchange, before) !== undefined,
      run: (exchange, before) => expectNoRun(exchange, otherBefore(exchange, before) as CompleteExchange),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.reused-key-is-422',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A used key with another body is 422 VALIDATION_ERROR, as it is surely a mistake.',
    source: 'Proposed by this contract',
    judge: ({ otherBody }) =>
      expectFailure(
        exchangeOf(otherBody, 'no write could be repeated'),
        [422],
        'A used key with another body',
      ),
  }),
  keyedWriteCheck({
    id: 'idempotency.malformed-key-is-422',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A key that is not a version 4 UUID is 422 VALIDATION_ERROR.',
    source: 'Errors, rule 2',
    judge: ({ malformed }) =>
      eachCase(malformed, (sent) =>
        expectFailure(exchangeOf(sent, 'no write was made'), [422], `A key that is ${sent.what}`),
      ),
    watch: {
      when: (exchange) => isTaken(exchange) && keyOf(exchange) !== '' && !uuidV4.test(keyOf(exchange) ?? ''),
      run: (exchange) => expectFailure(exchange, [422], 'A key that is no version 4 UUID'),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.empty-key-is-422',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'An empty key is 422 VALIDATION_ERROR, not taken as none.',
    source: 'Errors, rule 2',
    judge: ({ empty }) => expectFailure(exchangeOf(empty, 'no write was made'), [422], 'An empty key'),
    watch: {
      when: (exchange) => isTaken(exchange) && keyOf(exchange) === '',
      run: (exchange) => expectFailure(exchange, [422], 'An empty key'),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.upper-case-key-is-accepted',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A version 4 UUID in upper case is a good key.',
    source: 'Errors, rule 2; RFC 9562, section 4',
    judge: ({ upperCase }) => {
      const exchange = exchangeOf(upperCase, 'no write was made');
      if (isSuccess(exchange)) return;
      fail({
        message: 'A key in upper case is refused.',
        expected: 'a success',
        actual: describe(exchange),
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.case-of-key-does-not-matter',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The same UUID in upper and in lower case is the same key.',
    source: 'RFC 9562, section 4',
    judge: ({ lowerCase }) => {
      const exchange = exchangeOf(lowerCase, 'no key in upper case was accepted');
      if (isReplay(exchange)) return;
      fail({
        message: 'The same key in another case is taken for another.',
        expected: 'Idempotent-Replayed: true',
        actual: describe(exchange),
        exchange,
      });
    },
  }),
];
