import type { ApiKey } from '../api-keys.js';
import { momentOf } from '../clock.js';
import { type Scenario, scenarios } from '../dataset/index.js';
import { yearsAround } from '../limits.js';
import type { Session } from '../session.js';
import type { Delivery } from '../webhooks/deliveries.js';
import { ControlError } from './control-error.js';
import { type FaultRule, readFaultRules } from './fault.js';
import type { CountedRule } from './fault-rules.js';
import { type Har, toHar } from './har.js';
import type { JournalEntry } from './journal.js';
import { redactor } from './redactor.js';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.js';

/** The strings behind the scene. Methods that are given something wrong throw and change nothing. */
export interface MockControl {
  /** The mock's time, in milliseconds since 1970. */
  now(): number;
  isFrozen(): boolean;
  /** Stops the mock's clock. */
  freeze(): void;
  /** Lets the mock's clock run on. */
  resume(): void;
  /**
   * Sets the mock's clock, and makes the deliveries that are due by then.
   *
   * @param moment ISO 8601, at most five years from the start
   * @throws {RangeError} when it is no date, or too far away
   */
  setClock(moment: string): Promise<void>;
  /** Moves the mock's clock on, in milliseconds, and makes the deliveries that are due by then. */
  advance(milliseconds: number): Promise<void>;
  /** Makes the mock what it was when it started: world, clock, limits, keys, deliveries, faults and journal. */
  reset(): void;
  /** Puts aside the world, its clock and the answers of idempotency keys. */
  snapshot(): Snapshot;
  /** @param snapshot what `snapshot` gave, also in another mock of the same seed and start */
  restore(snapshot: unknown): void;
  scenario(): Scenario;
  /** Starts with another scenario, as if the mock had been started with it. Faults and journal stay. */
  setScenario(name: Scenario): void;
  /** The rules by which answers go wrong, with what has come of each. */
  faults(): readonly CountedRule[];
  /** Takes the place of all rules there are; an empty list lets everything go right. */
  setFaults(rules: readonly FaultRule[]): void;
  /**
   * Sends an event to every registered endpoint on this machine that asked for its type. One on
   * another machine is never called; its tries say so.
   *
   * @param type such as `optimization.completed`
   * @param event the body
   * @returns the deliveries after their first try
   */
  emit(type: string, event: unknown): Promise<readonly Delivery[]>;
  /** The latest deliveries, oldest first. */
  deliveries(): readonly Delivery[];
  /** The latest requests, oldest first, each with the reason for its answer; without credentials. */
  journal(): readonly JournalEntry[];
  /** The same as an HTTP archive, version 1.2. */
  har(): Har;
  /**
   * The strings behind a session: a world of its own, which requests reach with the header
   * `Mock-Session` or with its name behind an API key and a plus. It is opened if there is none, and
   * starts as the mock started.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and underscores
   */
  session(name: string): MockControl;
  /** What deliveries are signed with. */
  readonly webhookSecret: string;
}

export interface ControlParts {
  readonly session: Session;
  readonly sessionNamed: (name: string) => Session;
  readonly keys: readonly ApiKey[];
  /** The moment the world is laid out around, in milliseconds since 1970. */
  readonly start: number;
  /** Tells mocks apart whose snapshots have nothing to do with each other. */
  readonly origin: string;
  readonly webhookSecret: string;
  /** Whether other servers share the state, so that this one cannot put it back alone. */
  readonly isShared: boolean;
}

const msPerYear = 366 * 24 * 3_600_000;

async function moveClock(session: Session, moment: number, start: number): Promise<void> {
  if (!(Math.abs(moment - start) <= yearsAround * msPerYear)) {
    throw new RangeError(
      `The clock can be at most ${yearsAround} years from where it started, ${new Date(start).toISOString()}.`,
    );
  }
  session.clock.set(moment);
  const { present } = session;
  await present.inStep();
  await present.deliveries.catchUp();
}

function refuseIfShared(isShared: boolean): void {
  if (!isShared) return;
  throw new ControlError(
    409,
    'The state is shared with other servers, so this one cannot put it back. Use a session, which is its own.',
  );
}

export function createControl(parts: ControlParts): MockControl {
  const { session, keys, origin } = parts;
  const { clock, faults, journal } = session;

  const moveTo = (moment: number) => moveClock(session, moment, parts.start);
  const alone = () => refuseIfShared(parts.isShared);

  return {
    now: clock.now,
    isFrozen: clock.isFrozen,
    freeze: clock.freeze,
    resume: clock.resume,
    setClock: async (moment) => moveTo(momentOf(moment)),
    advance: (milliseconds) => moveTo(clock.now() + milliseconds),
    reset() {
      alone();
      session.reset();
    },
    snapshot() {
      alone();
      return takeSnapshot(session, keys, origin);
    },
    restore(snapshot) {
      alone();
      restoreSnapshot(session, snapshot, keys, origin);
    },
    scenario: () => session.present.scenario,
    setScenario(name) {
      alone();
      if (!scenarios.includes(name)) {
        throw new ControlError(400, `The scenario has to be one of ${scenarios.join(', ')}.`);
      }
      session.open(name);
    },
    faults: faults.list,
    setFaults: (rules) => faults.set(readFaultRules(rules)),
    async emit(type, event) {
      const { present } = session;
      await present.inStep();
      return present.deliveries.emit(type, event);
    },
    deliveries: () => session.present.deliveries.list(),
    journal: () => journal?.list() ?? [],
    har: () => journal?.har() ?? toHar([], redactor(keys.map(({ key }) => key))),
    session: (name) => createControl({ ...parts, session: parts.sessionNamed(name), isShared: false }),
    webhookSecret: parts.webhookSecret,
  };
}
