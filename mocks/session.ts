import type { AddressLimit } from './address-limit.js';
import type { ApiKey } from './api-keys.js';
import { type ControlledClock, controlledClock, type TimeStamps, timeStamps } from './clock.js';
import { createFaultRules, type FaultRules } from './control/fault-rules.js';
import { createJournal, type Journal } from './control/journal.js';
import type { JournalSpace } from './control/journal-space.js';
import { worldEngine } from './engine.js';
import type { Stage } from './exchange.js';
import type { Fixtures } from './fixtures.js';
import { countingIds } from './ids.js';
import type { WorldLimits } from './limits.js';
import { andThen } from './maybe-promise.js';
import type { Origins } from './origins.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import { createReadCache } from './read-cache.js';
import type { Router } from './router.js';
import type { Sleeper } from './sleeper.js';
import type { RateLimit } from './stages/rate-limit.js';
import type { Engine } from './stages/respond.js';
import { MemoryIdempotencyStore } from './state/memory-idempotency-store.js';
import { memoryRateLimitStore } from './state/memory-rate-limit-store.js';
import { createReplica } from './state/replica.js';
import type { SharedState } from './state/shared-state.js';
import type { Client } from './types.js';
import { createDeliveries, type Deliveries } from './webhooks/deliveries.js';
import { loopbackOnly } from './webhooks/loopback-only.js';
import { openWorld, type Scenario, type World, type WorldPlan } from './world/index.js';

/** A world together with what is remembered of its callers; sessions never see each other's. */
export interface Session {
  readonly clock: ControlledClock;
  readonly stamps: TimeStamps;
  readonly handle: Pipeline;
  readonly faults: FaultRules;
  /** Null where nothing is recorded. */
  readonly journal: Journal | null;
  /** What is true now; another one after each `open`. */
  readonly present: Present;
  /** Starts a world anew, with nothing remembered and the clock where it began. */
  open(scenario: Scenario): Present;
  /** As `open`, with the scenario of the start, and without faults and journal. */
  reset(): void;
  /** Ends its deliveries and gives its part of the journals back. */
  close(): void;
}

/** Everything that begins again when a world is opened. */
export interface Present {
  readonly scenario: Scenario;
  readonly world: World;
  /** Null where the answers are kept in shared state. */
  readonly idempotencyKeys: MemoryIdempotencyStore | null;
  readonly deliveries: Deliveries;
  /** Knows who is registered, also by way of another server; what is known has to do while the store is away. */
  inStep(): Promise<void>;
}

export interface SessionParts {
  readonly router: Router;
  readonly validation: Stage;
  /** Whose pages may call over a socket. */
  readonly origins: Origins;
  readonly keys: readonly ApiKey[];
  /** What each address may send without a key. */
  readonly addresses: AddressLimit;
  readonly rateLimit: RateLimit;
  readonly scenario: Scenario;
  /** What the clock shows first, in milliseconds since 1970. */
  readonly start: number;
  readonly isFrozen: boolean;
  readonly planOf: (scenario: Scenario) => WorldPlan;
  /** What answers instead of the world; null where the world does. */
  readonly engine: Engine | null;
  /** What answers from the document where the world does not. */
  readonly examples: Engine;
  /** Goes into the fixtures document that a client is given, before what the world says. */
  readonly fixtures: (client: Client) => Fixtures;
  readonly shared: SharedState | null;
  readonly latencyMs: number;
  readonly sleeper: Sleeper;
  /** Whether requests may ask for faults, such as to be slow. */
  readonly isControlled: boolean;
  /** How many requests are remembered with their answers; 0 for none. */
  readonly journalLength: number;
  /** What all sessions share. */
  readonly journalSpace: JournalSpace;
  readonly limits: WorldLimits;
  readonly webhookSecret: string;
  /** On which the mock listens. */
  readonly ownPorts: ReadonlySet<number>;
  readonly onFault: (error: unknown) => void;
}

export function createSession(parts: SessionParts): Session {
  const { shared, rateLimit, start, limits } = parts;
  const clock = controlledClock(start, () => performance.now());
  const stamps = timeStamps(clock);
  const faults = createFaultRules();
  const journal =
    parts.journalLength > 0 ? createJournal(parts.journalLength, parts.keys, parts.journalSpace) : null;
  const idsOf = (prefix: string) => countingIds(shared ? `${prefix}${shared.replica}_` : prefix);

  const open = (scenario: Scenario): { present: Present; handle: Pipeline } => {
    const world = openWorld(parts.planOf(scenario), clock, limits);
    const reads = createReadCache(clock, limits.reads);
    const replica = shared && createReplica(world.state, shared, reads.clear);
    const inStep = async () => replica?.refresh().catch(() => undefined);
    const idempotencyKeys = shared ? null : new MemoryIdempotencyStore(limits.answers);
    const deliveries = createDeliveries({
      receivers: world.endpoints,
      clock,
      wallClock: Date,
      ids: idsOf('msg_'),
      random: Math.random,
      secret: parts.webhookSecret,
      mostCharacters: limits.deliveries,
      fetch: loopbackOnly((url, init) => fetch(url, init), parts.ownPorts),
      later: (callback, milliseconds) => later(() => void inStep().then(callback), milliseconds),
    });
    const handle = createPipeline({
      router: parts.router,
      validation: parts.validation,
      clock,
      stamps,
      origins: parts.origins,
      requestIds: idsOf('req_'),
      keys: parts.keys,
      addresses: parts.addresses,
      rateLimit,
      rateLimits: shared?.rateLimits ?? memoryRateLimitStore(rateLimit.limit, rateLimit.windowSeconds),
      idempotencyKeys: shared?.idempotencyKeys ?? (idempotencyKeys as MemoryIdempotencyStore),
      replica,
      engine: parts.engine ?? worldEngine(world.handlers, parts.examples, reads, stamps),
      fixtures: (client) =>
        andThen(replica?.refresh(), () => ({ ...parts.fixtures(client), ...world.fixtures() })),
      latencyMs: parts.latencyMs,
      sleep: (milliseconds) => parts.sleeper.sleep(milliseconds),
      faults: parts.isControlled ? faults : null,
      journal,
      onFault: parts.onFault,
    });
    return { present: { scenario, world, idempotencyKeys, deliveries, inStep }, handle };
  };

  const startClock = () => {
    // Stopped first, so that it stands at the very moment.
    if (parts.isFrozen) clock.freeze();
    else clock.resume();
    clock.set(start);
  };
  startClock();
  let current = open(parts.scenario);

  const session: Session = {
    clock,
    stamps,
    handle: (request) => current.handle(request),
    faults,
    journal,
    get present() {
      return current.present;
    },
    open(scenario) {
      const next = open(scenario);
      current.present.deliveries.clear();
      startClock();
      current = next;
      return next.present;
    },
    reset() {
      session.open(parts.scenario);
      faults.set([]);
      journal?.clear();
    },
    close() {
      current.present.deliveries.clear();
      journal?.clear();
    },
  };
  return session;
}

/** A timer that does not keep a program alive where there are such timers. */
function later(callback: () => void, milliseconds: number): void {
  const timer: unknown = setTimeout(callback, milliseconds);
  (timer as { unref?(): void }).unref?.();
}
