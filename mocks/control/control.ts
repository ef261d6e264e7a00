import type { MockScenario } from '../dataset/seed-data/scenario-names.js';
import { parseTimestamp } from '../session/clock.js';
import type { Session } from '../session/session.js';
import type { ApiKey } from '../settings/api-keys.js';
import { maxClockOffsetYears } from '../settings/limits.js';
import type { Delivery } from '../webhooks/deliveries.js';
import { ControlError } from './control-error.js';
import { type FaultRule, readFaultRules } from './fault.js';
import type { CountedRule } from './fault-rules.js';
import { type Har, toHar } from './journal/har.js';
import type { JournalEntry } from './journal/journal-entry.js';
import { redactor } from './journal/redactor.js';
import type { Sessions } from './sessions.js';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.js';

/** Controls a mock at runtime. A method that throws changes nothing. */
export interface MockControl {
  /** Returns the mock's time, in milliseconds since 1970. */
  now(): number;
  isFrozen(): boolean;
  /** Freezes the mock's clock. */
  freeze(): void;
  /** Resumes the mock's clock. */
  resume(): void;
  /**
   * Sets the mock's clock and sends the deliveries that are due by then.
   *
   * @param timestamp ISO 8601, at most five years from the start
   * @throws {RangeError} if the timestamp is invalid or out of range
   */
  setClock(timestamp: string): Promise<void>;
  /** Advances the mock's clock and sends the deliveries that are due by then. */
  advance(milliseconds: number): Promise<void>;
  /** Restores the initial state: dataset, clock, rate limits, idempotency keys, deliveries, faults and journal. */
  reset(): void;
  /** Returns the state of the dataset, the clock and the responses stored for idempotency keys. */
  snapshot(): Snapshot;
  /** @param snapshot a result of `snapshot`, also of another mock with the same seed, start and data */
  restore(snapshot: unknown): void;
  /** Returns the current scenario. */
  scenario(): MockScenario;
  /** Restarts with another scenario. Preserves faults and journal. */
  setScenario(name: MockScenario): void;
  /** Returns the fault rules with their counters. */
  faults(): readonly CountedRule[];
  /** Replaces all fault rules; an empty list removes them. */
  setFaults(rules: readonly FaultRule[]): void;
  /**
   * Sends an event to every endpoint that is registered for its type. Endpoints on other machines are never
   * called; their delivery attempts contain the reason.
   *
   * @param type such as `optimization.completed`
   * @param event the body
   * @returns the deliveries after their first attempt
   */
  emit(type: string, event: unknown): Promise<readonly Delivery[]>;
  /** Returns the latest deliveries, oldest first. */
  deliveries(): readonly Delivery[];
  /**
   * Returns the latest requests, oldest first, with the reason for each response. Contains no credentials.
   *
   * @param last at most this many
   */
  journal(last?: number): readonly JournalEntry[];
  /** Returns the journal as an HTTP archive, version 1.2. */
  har(): Har;
  /**
   * Controls a session: an isolated instance of the mock. Requests select it with the header `Mock-Session`, or by
   * appending `+` and its name to the API key. A new session starts in the mock's initial state.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and underscores
   */
  session(name: string): MockControl;
  /** Returns the names of the sessions, the latest used last. */
  sessions(): readonly string[];
  /** The secret that signs deliveries. */
  readonly webhookSecret: string;
}

export interface ControlParts {
  readonly session: Session;
  readonly sessions: Pick<Sessions, 'named' | 'names'>;
  readonly keys: readonly ApiKey[];
  /** Returns the initial time, in milliseconds since 1970. */
  readonly start: () => number;
  /** Identifies mocks whose snapshots are compatible. */
  readonly origin: () => string;
  readonly webhookSecret: string;
  /** Whether other servers share the state, which then cannot be reset or restored. */
  readonly isShared: boolean;
}

const msPerYear = 366 * 24 * 3_600_000;

async function moveClock(session: Session, time: number, start: number): Promise<void> {
  if (!(Math.abs(time - start) <= maxClockOffsetYears * msPerYear)) {
    throw new RangeError(
      `The clock must be within ${maxClockOffsetYears} years of its start, ${new Date(start).toISOString()}.`,
    );
  }
  session.clock.set(time);
  const { refresh, deliveries } = session.parts;
  await refresh();
  await deliveries.sendDue();
}

export function createControl(parts: ControlParts): MockControl {
  const { session, keys, origin } = parts;
  const { clock, faults, journal } = session;

  const moveTo = (time: number) => moveClock(session, time, parts.start());
  const assertOwnState = () => {
    if (!parts.isShared) return;
    throw new ControlError(
      409,
      'The state is shared with other servers and cannot be reset, restored or changed. Use a session instead.',
    );
  };

  return {
    now: clock.now,
    isFrozen: clock.isFrozen,
    freeze: clock.freeze,
    resume: clock.resume,
    setClock: async (timestamp) => moveTo(parseTimestamp(timestamp)),
    advance: (milliseconds) => moveTo(clock.now() + milliseconds),
    reset() {
      assertOwnState();
      session.reset();
    },
    snapshot() {
      assertOwnState();
      return takeSnapshot(session, keys, origin());
    },
    restore(snapshot) {
      assertOwnState();
      restoreSnapshot(session, snapshot, keys, origin());
    },
    scenario: () => session.parts.scenario,
    setScenario(name) {
      assertOwnState();
      if (!session.scenarios.includes(name)) {
        throw new ControlError(400, `\`scenario\` must be one of ${session.scenarios.join(', ')}.`);
      }
      session.open(name);
    },
    faults: faults.list,
    setFaults: (rules) => faults.set(readFaultRules(rules)),
    async emit(type, event) {
      const { refresh, deliveries } = session.parts;
      await refresh();
      return deliveries.emit(type, event);
    },
    deliveries: () => session.parts.deliveries.list(),
    journal: (last) => journal?.list(last) ?? [],
    har: () => journal?.har() ?? toHar([], redactor(keys.map(({ key }) => key))),
    session: (name) => createControl({ ...parts, session: parts.sessions.named(name), isShared: false }),
    sessions: parts.sessions.names,
    webhookSecret: parts.webhookSecret,
  };
}
