import type { Check } from '../../engine/check.js';
import { type CompleteExchange, hasResponse, isSuccess, outcomeOf } from '../../engine/http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import type { Sent } from '../../engine/run/scenarios.js';
import { show } from '../../engine/show.js';
import { removedUnseen } from '../../engine/target/repeated-write.js';
import { derived, stated } from '../claims.js';
import { requestTo } from '../contract.js';
import { describe } from '../expect/response.js';
import { hasDeleted, isFresh, type KeyedWrites } from '../scenarios/keyed-write.js';
import { expectStored, isSameResponse } from './idempotency/keyed-write-check.js';

async function writesOf(probe: Probe): Promise<KeyedWrites> {
  await probe.correct();
  const { operationId } = probe.operation;
  return probe.keyedWrites(operationId === 'deleteWebhookEndpoint' ? 'createWebhookEndpoint' : operationId);
}

function idOf(sent: Sent | null | undefined): string {
  const id = sent && isFresh(sent.exchange) ? sent.exchange.response.json?.data?.id : undefined;
  if (typeof id !== 'string') throw new Blocked('no endpoint was created', sent?.exchange);
  return id;
}

const deletionOf = (endpoint_id: string) => requestTo('deleteWebhookEndpoint', { path: { endpoint_id } });

/** Deletes the first endpoint, or another one if that response is lost. */
async function deleteOne(probe: Probe, [id, ...rest]: readonly [string, ...string[]]) {
  const exchange = await probe.target.send(deletionOf(id));
  const [next, ...others] = rest;
  if (exchange.failure === removedUnseen && next !== undefined) return deleteOne(probe, [next, ...others]);
  if (!hasResponse(exchange))
    throw new Blocked(`the removal of an endpoint ${outcomeOf(exchange)}`, exchange);
  return { id, exchange };
}

/** Returns the versions of all successful updates: a server may have accepted one that a check expects to fail. */
export const versionsIn = ({ target }: Probe): number[] =>
  target.exchanges.flatMap((exchange) => {
    if (exchange.operationId !== 'updateVirtualTagKey' || !isSuccess(exchange)) return [];
    const version = exchange.response.json?.data?.key?.rules_version;
    return typeof version === 'number' ? [version] : [];
  });

/** The version of the tag key in the response to an outdated update; NaN without one. */
const currentIn = ({ response }: CompleteExchange) => Number(response.json?.error?.details?.current_version);

/** The most updates in a row that may run without a response. */
const mostLost = 3;

const lasting = { ...derived, atEnd: true } as const;

/** Checks of the state that writes have left, at the end of a run. */
export const stateChecks: readonly Check[] = [
  {
    id: 'state.endpoint-lasts',
    ...lasting,
    requirement: 'A webhook endpoint exists until it is deleted, also after another one was deleted.',
    source: 'Events: endpoints are registered with POST and removed with DELETE',
    operations: ['deleteWebhookEndpoint'],
    async run(probe) {
      const { fresh, otherKey, failures } = await writesOf(probe);
      // The first was created before another endpoint was deleted. A server may reject it, because its URL is not new.
      const [first, ...others] = [otherKey, failures[0]?.retried].filter(
        (one) => one && isFresh(one.exchange),
      );
      const ids = [idOf(first), ...others.map(idOf)] as const;
      if (ids[0] === idOf(fresh)) {
        const check = 'webhooks.each-endpoint-has-its-own-id';
        throw new Blocked('two endpoints have the same id', undefined, check);
      }
      const { id, exchange } = await deleteOne(probe, ids);
      if (isSuccess(exchange) && exchange.response.json?.data?.deleted === true) return;
      fail({
        message: 'An endpoint that this run created no longer exists at its end.',
        expected: `a success with deleted true for id ${show(id)}`,
        actual: isSuccess(exchange) ? show(exchange.response.json?.data) : describe(exchange),
        exchange,
      });
    },
  },
  {
    id: 'state.deletion-lasts',
    ...lasting,
    requirement: 'A deleted webhook endpoint does not exist again later.',
    source: 'Events: an endpoint is removed with DELETE',
    operations: ['deleteWebhookEndpoint'],
    async run(probe) {
      const { fresh, secondDeletion } = await writesOf(probe);
      if (!secondDeletion || hasDeleted(secondDeletion.exchange)) {
        throw new NotApplicable(
          'a second deletion succeeds, so it does not show whether the endpoint exists',
        );
      }
      const exchange = await probe.send(deletionOf(idOf(fresh)));
      if (!hasDeleted(exchange)) return;
      fail({
        message: 'A deleted endpoint exists again at the end of the run.',
        expected: 'status 404 for its deletion',
        actual: describe(exchange),
        exchange,
      });
    },
  },
  {
    id: 'state.update-lasts',
    ...lasting,
    requirement: 'An update of a tag key lasts: a later update that expects its version succeeds.',
    source: 'Writes: expected_version; Virtual tag key: rules_version',
    operations: ['updateVirtualTagKey'],
    async run(probe) {
      const { next, proof } = await writesOf(probe);
      if (!proof || !isSuccess(proof.exchange)) {
        const check = 'idempotency.replay-does-not-run-again';
        throw new Blocked('no second update succeeded', proof?.exchange, check);
      }
      const plan = next();
      const body = JSON.parse(plan.body ?? '{}');
      const expected_version = Math.max(body.expected_version, ...versionsIn(probe));
      const update = (version: number) =>
        probe.send({ ...plan, body: JSON.stringify({ ...body, expected_version: version }) });
      let exchange = await update(expected_version);
      let current = expected_version;
      // This update, or an earlier one, may have run without a response.
      for (let lost = 0; lost < mostLost && currentIn(exchange) > current; lost += 1) {
        current = currentIn(exchange);
        exchange = await update(current);
      }
      const { status } = exchange.response;
      if (status < 300) return;
      if (status === 409 && (exchange.isRepeated || current > expected_version)) {
        throw new Blocked('another caller has changed the tag key', exchange);
      }
      fail({
        message: 'An update that expects the version of the last one is rejected at the end of the run.',
        expected: `a success for expected_version ${expected_version}`,
        actual: describe(exchange),
        exchange,
      });
    },
  },
  {
    id: 'state.stored-response-lasts',
    ...stated,
    atEnd: true,
    requirement:
      'The response of a keyed write is stored for 24 hours: at the end of the run it is returned again.',
    source: 'Limits: idempotent response retention',
    operations: ['createWebhookEndpoint', 'updateVirtualTagKey'],
    async run(probe) {
      const { fresh, replay, lateReplay } = await writesOf(probe);
      if (!isFresh(fresh.exchange)) {
        const check = 'idempotency.first-response-is-not-marked';
        throw new Blocked('the first write is marked as a replay', fresh.exchange, check);
      }
      // Without a deletion or a change, the only earlier repetition is the immediate one.
      const repeated = lateReplay ?? replay;
      if (!repeated || !isSameResponse(repeated, fresh)) {
        const check = lateReplay
          ? 'idempotency.late-replay-is-the-stored-response'
          : 'idempotency.replay-is-the-stored-response';
        throw new Blocked('the response was not stored', repeated?.exchange, check);
      }
      const exchange = await probe.send(fresh.plan);
      expectStored(exchange, fresh.exchange, 'A write repeated at the end of the run');
    },
  },
];
