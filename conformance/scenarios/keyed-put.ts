import { type Found, tagKeyOf } from '../discovery.js';
import { isSuccess, type RequestPlan } from '../http/exchange.js';
import { requestTo } from '../requests.js';
import type { Target } from '../target/target.js';
import { commonSteps, isFresh, type KeyedWrites, neighbourOf, newKey, sendKeyed } from './keyed-write.js';

/**
 * Updates a virtual tag key with idempotency keys. It is renamed to its own name, so only its
 * version moves. Each body expects the version that the last success left, which shows what ran: a
 * replay that ran again would be refused as stale, or leave a version that the next update misses.
 *
 * @throws {Blocked} when no tag key is named that may be changed
 */
export async function keyedPut(target: Target, found: Found): Promise<KeyedWrites> {
  const key = tagKeyOf(found);
  let version = key.version;
  const update = (): RequestPlan =>
    requestTo('updateVirtualTagKey', {
      path: { key_id: key.id },
      body: { name: key.name, expected_version: version },
    });
  const send: typeof sendKeyed = async (...args) => {
    const sent = await sendKeyed(...args);
    const next = isFresh(sent.exchange) ? sent.exchange.response.json?.data?.key?.rules_version : undefined;
    if (typeof next === 'number') version = Math.max(version, next);
    return sent;
  };

  const freshKey = newKey();
  let body = update();
  let fresh = await send(target, body, freshKey);
  const current = fresh.exchange.response?.json?.error?.details?.current_version;
  if (fresh.exchange.response?.status === 409 && typeof current === 'number') {
    // Somebody has changed the key since its version was written down; the failure is not stored.
    version = current;
    body = update();
    fresh = await send(target, body, freshKey);
  }
  const replay = await send(target, body, freshKey);
  const otherBody = await send(target, update(), freshKey);
  const otherKey = await send(target, body, neighbourOf(freshKey));
  // The version after the first success must still be the current one.
  const proof = await send(target, update(), newKey());
  const lateReplay = isSuccess(proof.exchange) ? await send(target, body, freshKey) : null;
  const secondCaller = target.has('second_caller')
    ? await send(target, update(), freshKey, { as: 'second_caller' })
    : null;

  const wrong = (key_id: string, expected_version: unknown) =>
    requestTo('updateVirtualTagKey', { path: { key_id }, body: { name: key.name, expected_version } });
  return {
    fresh,
    replay,
    lateReplay,
    proof,
    deletion: null,
    secondDeletion: null,
    otherBody,
    secondCaller,
    otherKey,
    ...(await commonSteps(
      target,
      [wrong(key.id, 'none'), wrong(key.id, key.version), wrong('no-such-key', version)],
      update,
      send,
    )),
  };
}
