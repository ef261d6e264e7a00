import type { OperationId } from '../../../src/generated/operations.js';
import type { ProbeCheck, Watch } from '../../check.js';
import type { Claim } from '../../claim.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { hasResponse, isSuccess } from '../../http/exchange.js';
import { Blocked, fail } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { isFresh, type KeyedWrites, type Sent } from '../../scenarios/keyed-write.js';

const keyed: readonly OperationId[] = ['createWebhookEndpoint', 'updateVirtualTagKey'];
export const source = 'Limits, idempotency rules';

/** A claim about the story of keyed writes, which is told once for all of them. */
export function keyedWriteCheck({
  judge,
  ...claim
}: Claim & {
  readonly judge: (keyedWriteCheck: KeyedWrites, probe: Probe) => void | Promise<void>;
  readonly watch?: Watch;
}): ProbeCheck {
  return {
    kind: 'probe',
    operations: keyed,
    // The story's own requests are counted with the first claim below.
    cost: 0,
    ...claim,
    async run(probe) {
      // Without one write that succeeds there is nothing to repeat.
      await probe.correct();
      await judge(await probe.keyedWrites(probe.operation.operationId), probe);
    },
  };
}

export const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const keyOf = ({ request }: CompleteExchange) => request.headers['idempotency-key'];

/** A write with a key that ran, was replayed, or was refused for what it says; other failures tell nothing. */
export const isTaken = (exchange: CompleteExchange) =>
  keyOf(exchange) !== undefined && (exchange.response.status === 422 || isSuccess(exchange));

const isSameWrite = ({ request: a }: CompleteExchange, { request: b }: CompleteExchange) =>
  a.method === b.method && a.path === b.path && a.body === b.body;

/** Earlier successes with the same key, where it is one. */
export const stored = (exchange: CompleteExchange, before: readonly CompleteExchange[]) =>
  uuidV4.test(keyOf(exchange) ?? '') ? before.filter(isSuccess) : [];

/** The answer that was stored for the same write. */
export const storedFor = (exchange: CompleteExchange, before: readonly CompleteExchange[]) =>
  stored(exchange, before).find((first) => isSameWrite(first, exchange));

/** @throws {Blocked} when a step could not be taken or got no answer */
export function exchangeOf(sent: Sent | null, why: string): CompleteExchange {
  if (!sent) throw new Blocked(why);
  if (!hasResponse(sent.exchange)) {
    throw new Blocked(`a keyed write got no answer: ${sent.exchange.failure}`, sent.exchange);
  }
  return sent.exchange;
}

/** @throws {Finding} when an answer is not the stored one, marked as such */
export function expectStored(exchange: CompleteExchange, first: CompleteExchange, what: string): void {
  if (exchange.response.status !== first.response.status) {
    fail({
      message: `${what} is not answered with the stored status.`,
      expected: `status ${first.response.status}, as the first time`,
      actual: describe(exchange),
      exchange,
    });
  }
  if (dataOf(exchange) === dataOf(first)) return;
  fail({
    message: `${what} is not answered with the stored data.`,
    expected: show(first.response.json?.data),
    actual: show(exchange.response.json?.data),
    exchange,
  });
}

/** Answers that were each made by a run of their own; a server that forgets to mark a replay has run once. */
export function runsOf(race: readonly Sent[]): CompleteExchange[] {
  const runs = new Map<string, CompleteExchange>();
  for (const { exchange } of race) {
    if (isFresh(exchange)) runs.set(dataOf(exchange), exchange);
  }
  return [...runs.values()];
}

export const dataOf = (exchange: CompleteExchange) => JSON.stringify(exchange.response.json?.data);
