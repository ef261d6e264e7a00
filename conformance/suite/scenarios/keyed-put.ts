import { isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import type { FirstWrites } from '../../engine/run/scenarios.js';
import type { Target } from '../../engine/target/target.js';
import { requestTo } from '../contract.js';
import { type Found, tagKeyOf } from '../discovery.js';
import {
  commonSteps,
  isFresh,
  type KeyedWrites,
  neighborOf,
  newKey,
  sendKeyed,
  unusualText,
} from './keyed-write.js';

/**
 * Updates a virtual tag key with idempotency keys. Except for one update that is undone, the name stays the same, so that only the version changes. Each
 * body expects the version after the last success. This shows whether a replay was executed: it would be rejected
 * with 409, or it would change the version, and the next update would be rejected.
 *
 * @throws {Blocked} if the fixtures name no tag key that may be changed
 */
export async function keyedPut(
  target: Target,
  found: Found,
  onFirst: (first: FirstWrites) => void,
): Promise<KeyedWrites> {
  const key = tagKeyOf(found);
  let version = key.version;
  const rename = (name: string): RequestPlan =>
    requestTo('updateVirtualTagKey', {
      path: { key_id: key.id },
      body: { name, expected_version: version },
    });
  const update = () => rename(key.name);
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
    // The key was changed since the fixtures were written. A failure is not stored, so the idempotency key is reusable.
    version = current;
    body = update();
    fresh = await send(target, body, freshKey);
  }
  onFirst({ fresh, deletion: null });
  const replay = await send(target, body, freshKey);
  const otherBody = await send(target, update(), freshKey);
  const otherKey = await send(target, body, neighborOf(freshKey));
  // Succeeds only if the version is still the one after the first success.
  const proof = await send(target, update(), newKey());
  const lateReplay = isSuccess(proof.exchange) ? await send(target, body, freshKey) : null;
  const secondCaller = target.has('second_caller')
    ? await send(target, update(), freshKey, { as: 'second_caller' })
    : null;

  const unusual = await send(target, rename(`${key.name} ${unusualText}`), newKey());
  // The next update undoes it.

  const invalid = (key_id: string, expected_version: unknown) =>
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
    unusual,
    ...(await commonSteps(
      target,
      [invalid(key.id, 'none'), invalid(key.id, key.version), invalid('no-such-key', version)],
      update,
      send,
    )),
  };
}
