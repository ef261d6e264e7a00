import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck, OnTraffic } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { hasResponse, isSuccess } from '../../../engine/http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import type { Sent } from '../../../engine/run/scenarios.js';
import { show } from '../../../engine/show.js';
import type { AreaClaim } from '../../claims.js';
import { describe } from '../../expect/response.js';
import { isFresh, type KeyedWrites } from '../../scenarios/keyed-write.js';

const keyed: readonly OperationId[] = ['createWebhookEndpoint', 'updateVirtualTagKey'];
export const source = 'Limits, idempotency rules';
/** Why a repeated write may be missing. */
export const unrepeated = 'no write could be repeated';

/** Returns a check of the keyed writes; one scenario sends them for all of these checks. */
export function keyedWriteCheck({
  judge,
  ...claim
}: AreaClaim & {
  readonly judge: (writes: KeyedWrites, probe: Probe) => void | Promise<void>;
  readonly requests?: number;
  readonly onTraffic?: OnTraffic;
}): ActiveCheck {
  return {
    source,
    operations: keyed,
    // The requests of the scenario are counted with the first check below.
    requests: 0,
    ...claim,
    async run(probe) {
      // Without a write that succeeds there is nothing to repeat.
      await probe.correct();
      await judge(await probe.keyedWrites(probe.operation.operationId), probe);
    },
  };
}

export const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const keyOf = ({ request }: CompleteExchange) => request.headers['idempotency-key'];

/** Whether the server processed a write with a key: executed, replayed, or rejected as invalid. */
export const isProcessed = (exchange: CompleteExchange) =>
  keyOf(exchange) !== undefined && (exchange.response.status === 422 || isSuccess(exchange));

const isSameWrite = ({ request: a }: CompleteExchange, { request: b }: CompleteExchange) =>
  a.method === b.method && a.path === b.path && a.body === b.body;

/** Judges a write in recorded traffic by an earlier success with the same valid key: of the same write by default. */
export function besideStored(
  judge: (exchange: CompleteExchange, first: CompleteExchange) => void,
  applies: (exchange: CompleteExchange) => boolean,
  isFirst = isSameWrite,
): OnTraffic {
  const firstOf = (exchange: CompleteExchange, before: readonly CompleteExchange[]) =>
    before.find((first) => isSuccess(first) && isFirst(first, exchange));
  return {
    when: (exchange, before) =>
      applies(exchange) && uuidV4.test(keyOf(exchange) ?? '') && firstOf(exchange, before) !== undefined,
    run: (exchange, before) => judge(exchange, firstOf(exchange, before) as CompleteExchange),
  };
}

/** @throws {Blocked} if the step was not possible or received no response */
export function exchangeOf(sent: Sent | null, why = 'no write was sent'): CompleteExchange {
  if (!sent) throw new Blocked(why);
  if (!hasResponse(sent.exchange)) {
    throw new Blocked(`a keyed write received no response: ${sent.exchange.failure}`, sent.exchange);
  }
  return sent.exchange;
}

/**
 * Returns the exchange of a step that follows the deletion or the change of the written resource.
 *
 * @throws {NotApplicable} if the server cannot delete it
 * @throws {Blocked} if it was not deleted or changed, or the step received no response
 */
export function exchangeAfterChange(
  sent: Sent | null,
  { fresh, deletion, proof }: KeyedWrites,
  { operation, target }: Probe,
): CompleteExchange {
  if (sent) return exchangeOf(sent);
  if (operation.operationId === 'updateVirtualTagKey') {
    const check = 'idempotency.replay-does-not-run-again';
    throw new Blocked('no second update succeeded', proof?.exchange, check);
  }
  const reason = target.withheld('deleteWebhookEndpoint');
  if (reason !== undefined) throw new NotApplicable(reason);
  if (!deletion) {
    throw new Blocked('the created endpoint has no id to delete', fresh.exchange, 'fields.all-are-present');
  }
  const check = isSuccess(deletion.exchange)
    ? 'webhooks.deletion-names-the-endpoint'
    : 'operations.correct-request-succeeds';
  throw new Blocked('the created endpoint could not be deleted', deletion.exchange, check);
}

/** @throws {Finding} if a response does not have the status and the data of the stored one */
export function expectStored(exchange: CompleteExchange, first: CompleteExchange, what: string): void {
  if (exchange.response.status !== first.response.status) {
    fail({
      message: `${what} does not return the stored status.`,
      expected: `status ${first.response.status}, as in the first response`,
      actual: describe(exchange),
      exchange,
    });
  }
  if (dataOf(exchange) === dataOf(first)) return;
  fail({
    message: `${what} does not return the stored data.`,
    expected: show(first.response.json?.data),
    actual: show(exchange.response.json?.data),
    exchange,
  });
}

/** Whether two responses have the same status and data. */
export const isSameResponse = ({ exchange: one }: Sent, { exchange: other }: Sent): boolean =>
  hasResponse(one) &&
  hasResponse(other) &&
  one.response.status === other.response.status &&
  dataOf(one) === dataOf(other);

/** Returns one response for each execution. Equal data is one execution: the mark of a replay may be missing. */
export function executionsOf(race: readonly Sent[]): CompleteExchange[] {
  const executions = new Map<string, CompleteExchange>();
  for (const { exchange } of race) {
    if (isFresh(exchange)) executions.set(dataOf(exchange), exchange);
  }
  return [...executions.values()];
}

export const dataOf = (exchange: CompleteExchange) => JSON.stringify(exchange.response.json?.data);
