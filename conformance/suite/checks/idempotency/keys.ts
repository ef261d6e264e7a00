import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { Blocked, eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived, proposal, recommended, stated } from '../../claims.js';
import { describe, expectFailure, expectSuccess } from '../../expect/response.js';
import { isFresh, isReplay } from '../../scenarios/keyed-write.js';

import { needsSecondKey } from '../authentication.js';
import {
  besideStored,
  dataOf,
  exchangeOf,
  expectStored,
  isProcessed,
  isSameResponse,
  keyedWriteCheck,
  keyOf,
  unrepeated,
  uuidV4,
} from './keyed-write-check.js';

const hasOtherBody = ({ request: one }: CompleteExchange, { request: other }: CompleteExchange) =>
  one.path === other.path && one.body !== other.body;

/** @throws {Finding} if a request with a used key was executed */
function expectNoRun(exchange: CompleteExchange, first: CompleteExchange): void {
  if (!isFresh(exchange) || dataOf(exchange) === dataOf(first)) return;
  fail({
    message: 'A request with a used key and another body is executed.',
    expected: 'the stored response, or a failure',
    actual: `${describe(exchange)} with new data ${show(exchange.response.json?.data)}`,
    exchange,
  });
}

/** Checks of which keys are the same, different or invalid. */
export const keyChecks: readonly Check[] = [
  keyedWriteCheck({
    id: 'idempotency.other-key-runs',
    ...stated,
    requirement: 'A request with another key is executed, even with the same body.',
    judge: ({ otherKey }, { operation }) => {
      const exchange = exchangeOf(otherKey, 'no write with another key was sent');
      // The write was executed if it is rejected for its outdated version, or because the URL has an endpoint.
      const { status } = exchange.response;
      const ran =
        operation.operationId === 'createWebhookEndpoint'
          ? isFresh(exchange) || status === 409 || status === 422
          : !isReplay(exchange);
      if (ran) return;
      fail({
        message: 'A request with another key is not executed.',
        expected: 'a new response',
        actual: isReplay(exchange) ? 'a replay' : describe(exchange),
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.callers-do-not-collide',
    ...stated,
    requirement:
      'Idempotency keys are scoped to an API key: another caller never receives the stored response.',
    source: 'Authentication, rule 4',
    judge: ({ fresh, secondCaller, otherKey, proof }, { operation }) => {
      const exchange = exchangeOf(secondCaller, needsSecondKey);
      const first = exchangeOf(fresh);
      const isPost = operation.operationId === 'createWebhookEndpoint';
      const unrelated = isPost ? otherKey : proof;
      if (unrelated && isFresh(unrelated.exchange) && dataOf(unrelated.exchange) === dataOf(first)) {
        const check = isPost ? 'webhooks.each-endpoint-has-its-own-id' : 'tags.each-change-has-its-own-job';
        throw new Blocked('every write returns the same response', undefined, check);
      }
      if (isReplay(exchange) || (isSuccess(exchange) && dataOf(exchange) === dataOf(first))) {
        fail({
          message: 'The second API key receives the stored response of the first.',
          expected: 'a new response',
          actual: `a replay of ${show(exchange.response.json?.data)}`,
          exchange,
        });
      }
      const { status } = exchange.response;
      if (status === 409 || status === 422) {
        fail({
          message: 'The second API key is rejected for an idempotency key that only the first has used.',
          expected: 'a new success',
          actual: describe(exchange),
          exchange,
        });
      }
      if (!isSuccess(exchange)) {
        throw new Blocked(`the second API key is rejected: ${describe(exchange)}`, exchange);
      }
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.reused-key-never-runs',
    ...derived,
    requirement: 'A request with a used key is never executed again, whatever its body.',
    judge: ({ fresh, otherBody }) => expectNoRun(exchangeOf(otherBody, unrepeated), exchangeOf(fresh)),
    onTraffic: besideStored(expectNoRun, () => true, hasOtherBody),
  }),
  keyedWriteCheck({
    id: 'idempotency.reused-key-returns-the-stored-response',
    ...recommended,
    requirement: 'A used key with another body returns the stored response, marked as replayed.',
    judge: ({ fresh, replay, otherBody }) => {
      const exchange = exchangeOf(otherBody, unrepeated);
      if (replay && !isSameResponse(replay, fresh)) {
        const check = 'idempotency.replay-is-the-stored-response';
        throw new Blocked('a repeated write does not return the stored response', replay.exchange, check);
      }
      if (isFresh(exchange)) {
        throw new Blocked('the request is executed', exchange, 'idempotency.reused-key-never-runs');
      }
      expectStored(exchange, exchangeOf(fresh), 'A used key with another body');
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.malformed-key-is-422',
    ...stated,
    requirement: 'A key that is not a version 4 UUID returns 422 VALIDATION_ERROR.',
    source: 'Errors, rule 2',
    judge: ({ malformed }) =>
      eachCase(malformed, (sent) => expectFailure(exchangeOf(sent), [422], `A key that is ${sent.what}`)),
    onTraffic: {
      when: (exchange) =>
        isProcessed(exchange) && keyOf(exchange) !== '' && !uuidV4.test(keyOf(exchange) ?? ''),
      run: (exchange) => expectFailure(exchange, [422], 'A key that is not a version 4 UUID'),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.empty-key-is-422',
    ...recommended,
    requirement: 'An empty key returns 422 VALIDATION_ERROR; it is not treated as a missing key.',
    source: 'Errors, rule 2',
    judge: ({ empty }) => expectFailure(exchangeOf(empty), [422], 'An empty key'),
    onTraffic: {
      when: (exchange) => isProcessed(exchange) && keyOf(exchange) === '',
      run: (exchange) => expectFailure(exchange, [422], 'An empty key'),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.upper-case-key-is-accepted',
    ...derived,
    requirement: 'A version 4 UUID in upper case is a valid key.',
    source: 'Errors, rule 2; RFC 9562, section 4',
    judge: ({ upperCase }) => expectSuccess(exchangeOf(upperCase), 'A key in upper case'),
  }),
  keyedWriteCheck({
    id: 'idempotency.case-of-key-does-not-matter',
    ...proposal,
    requirement: 'The same UUID in upper and in lower case is the same key.',
    source: 'RFC 9562, section 4',
    judge: ({ lowerCase }) => {
      const exchange = exchangeOf(lowerCase, 'no key in upper case was accepted');
      if (isReplay(exchange)) return;
      fail({
        message: 'The same key in another case is treated as another key.',
        expected: 'Idempotent-Replayed: true',
        actual: describe(exchange),
        exchange,
      });
    },
  }),
];
