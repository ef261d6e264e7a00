import type { ApiKey } from '../api-keys.js';
import { type Scenario, scenarios } from '../dataset/index.js';
import { fingerprint } from '../fingerprint.js';
import { longestSnapshot } from '../limits.js';
import type { Session } from '../session.js';
import { ControlError } from './control-error.js';

/** A state put aside. What it holds may change with the release; it is to be given back as it is. */
export interface Snapshot {
  readonly kind: typeof kind;
  readonly [part: string]: unknown;
}

const kind = 'cost-contract-snapshot/1';

interface Contents extends Snapshot {
  /** Only a mock that was started like this one knows what the rest is about. */
  readonly origin: string;
  readonly scenario: Scenario;
  readonly clock: { readonly now: number; readonly frozen: boolean };
  readonly dataset: string;
  readonly answers: readonly HttpResponse[];
}

interface HttpResponse {
  /** Position among the mock's keys, as a snapshot is no place for a key. */
  readonly caller: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expires: number;
}

/**
 * @param origin tells mocks apart whose worlds have nothing to do with each other
 * @throws {ControlError} when the world, or the responses stored for idempotency keys, have grown too large to
 *   be put aside; leaving some out would let their writes run twice
 */
export function takeSnapshot({ present, clock }: Session, keys: readonly ApiKey[], origin: string): Snapshot {
  const contents: Contents = {
    kind,
    origin,
    scenario: present.scenario,
    clock: { now: clock.now(), frozen: clock.isFrozen() },
    dataset: present.dataset.state.write(),
    answers: [],
  };
  let room = longestSnapshot - JSON.stringify(contents).length;
  if (room < 0) throw tooLarge('The world has');
  const answers: HttpResponse[] = [];
  for (const { apiKey, response, ...kept } of present.ownIdempotencyKeys?.list(clock.now()) ?? []) {
    const { status, headers, body } = response;
    const answer = { caller: keys.findIndex(({ key }) => key === apiKey), ...kept, status, headers, body };
    room -= JSON.stringify(answer).length + 1;
    if (room < 0) throw tooLarge('The responses stored for idempotency keys have');
    answers.push(answer);
  }
  const whole = { ...contents, answers };
  return { ...whole, seal: fingerprint(whole) };
}

function tooLarge(what: string): ControlError {
  return new ControlError(409, `${what} grown too large for a snapshot. Reset the mock, and write less.`);
}

/**
 * Makes a session what it was when the snapshot was taken; limits are unused and no delivery is pending.
 *
 * @throws {ControlError} when it is no snapshot, or that of another mock
 */
export function restoreSnapshot(
  session: Session,
  snapshot: unknown,
  keys: readonly ApiKey[],
  origin: string,
): void {
  const { scenario, clock, dataset, answers } = contentsOf(snapshot, origin);
  const present = session.open(scenario);
  present.dataset.state.restore(present.dataset.state.read(dataset));
  present.ownIdempotencyKeys?.keep(
    answers.flatMap(({ caller, key, fingerprint: print, expires, ...response }) => {
      const apiKey = keys[caller]?.key;
      return apiKey === undefined ? [] : [{ apiKey, key, fingerprint: print, expires, response }];
    }),
  );
  if (clock.frozen) session.clock.freeze();
  else session.clock.resume();
  session.clock.set(clock.now);
}

/** The seal keeps out what somebody else wrote, so that the rest need not be looked at piece by piece. */
function contentsOf(snapshot: unknown, origin: string): Contents {
  const { seal, ...contents } = (snapshot ?? {}) as Contents & { readonly seal?: unknown };
  if (contents.kind !== kind || seal !== fingerprint(contents)) {
    throw new ControlError(
      400,
      'This is no snapshot, or it has been changed since. Send one back as it was given.',
    );
  }
  if (contents.origin !== origin || !scenarios.includes(contents.scenario)) {
    throw new ControlError(
      409,
      'This snapshot is of a mock with another seed, start or release. Start this one with the same.',
    );
  }
  return contents;
}
