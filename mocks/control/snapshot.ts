import type { MockScenario } from '../dataset/seed-data/scenario-names.js';
import { fingerprint } from '../http/fingerprint.js';
import type { Session } from '../session/session.js';
import type { ApiKey } from '../settings/api-keys.js';
import { maxSnapshotLength } from '../settings/limits.js';
import { ControlError } from './control-error.js';

/** The state of a mock. Opaque: its fields may change with each release. */
export interface Snapshot {
  readonly kind: typeof kind;
  readonly [part: string]: unknown;
}

const kind = 'cost-contract-snapshot/1';

interface Contents extends Snapshot {
  /** Identifies the mocks that can restore the snapshot. */
  readonly origin: string;
  readonly scenario: MockScenario;
  readonly clock: { readonly now: number; readonly frozen: boolean };
  readonly dataset: string;
  readonly responses: readonly StoredHttpResponse[];
}

interface StoredHttpResponse {
  /** Index of the API key, which the snapshot must not contain. */
  readonly caller: number;
  readonly key: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expires: number;
}

/**
 * @param origin identifies the mocks that can restore the snapshot
 * @throws {ControlError} if the dataset or the responses stored for idempotency keys are too large. None is omitted,
 *   since its write would run twice.
 */
export function takeSnapshot({ parts, clock }: Session, keys: readonly ApiKey[], origin: string): Snapshot {
  const contents: Contents = {
    kind,
    origin,
    scenario: parts.scenario,
    clock: { now: clock.now(), frozen: clock.isFrozen() },
    dataset: parts.dataset.state.write(),
    responses: [],
  };
  let room = maxSnapshotLength - JSON.stringify(contents).length;
  if (room < 0) throw tooLarge('The dataset is');
  const responses: StoredHttpResponse[] = [];
  for (const { apiKey, response, ...entry } of parts.ownIdempotencyKeys?.list(clock.now()) ?? []) {
    const { status, headers, body } = response;
    const stored = { caller: keys.findIndex(({ key }) => key === apiKey), ...entry, status, headers, body };
    room -= JSON.stringify(stored).length + 1;
    if (room < 0) throw tooLarge('The responses stored for idempotency keys are');
    responses.push(stored);
  }
  const complete = { ...contents, responses };
  return { ...complete, seal: fingerprint(complete) };
}

function tooLarge(subject: string): ControlError {
  return new ControlError(409, `${subject} too large for a snapshot. Reset the mock and send fewer writes.`);
}

/**
 * Restores a snapshot. Resets rate limits and deliveries.
 *
 * @throws {ControlError} if the value is not a snapshot or belongs to another mock
 */
export function restoreSnapshot(
  session: Session,
  snapshot: unknown,
  keys: readonly ApiKey[],
  origin: string,
): void {
  const { scenario, clock, dataset, responses } = contentsOf(snapshot, origin, session.scenarios);
  session.open(scenario);
  const { dataset: opened, ownIdempotencyKeys } = session.parts;
  opened.state.restore(opened.state.read(dataset));
  ownIdempotencyKeys?.restore(
    responses.flatMap(({ caller, key, expires, ...response }) => {
      const apiKey = keys[caller]?.key;
      return apiKey === undefined ? [] : [{ apiKey, key, expires, response }];
    }),
  );
  if (clock.frozen) session.clock.freeze();
  else session.clock.resume();
  session.clock.set(clock.now);
}

/** Checks the seal, which makes further validation unnecessary. */
function contentsOf(snapshot: unknown, origin: string, scenarios: readonly MockScenario[]): Contents {
  const { seal, ...contents } = (snapshot ?? {}) as Contents & { readonly seal?: unknown };
  if (contents.kind !== kind || seal !== fingerprint(contents)) {
    throw new ControlError(
      400,
      'The body is not a snapshot, or it was modified. Send a snapshot exactly as it was returned.',
    );
  }
  if (contents.origin !== origin || !scenarios.includes(contents.scenario)) {
    throw new ControlError(
      409,
      'The snapshot was taken from a mock with a different seed, start, data or release. Start this mock with the same ones.',
    );
  }
  return contents;
}
