import type { ControlledClock, TimeStamps } from './clock.js';
import type { FaultRules } from './control/fault-rules.js';
import type { Journal } from './control/journal.js';
import { type Dataset, openDataset, type Scenario } from './dataset/index.js';
import { countingIds, type Ids } from './ids.js';
import type { DatasetLimits } from './limits.js';
import { ReadCache } from './read-cache.js';
import type { Settings } from './settings.js';
import { datasetEngine, type Engine } from './stages/respond.js';
import type { IdempotencyStore } from './state/idempotency-store.js';
import { MemoryIdempotencyStore } from './state/memory-idempotency-store.js';
import { memoryRateLimitStore } from './state/memory-rate-limit-store.js';
import type { RateLimitStore } from './state/rate-limit-store.js';
import { createReplica, type Replica } from './state/replica.js';
import type { SharedState } from './state/shared-state.js';
import { createDeliveries, type Deliveries } from './webhooks/deliveries.js';
import { loopbackOnly } from './webhooks/loopback-only.js';

/** What a session has from its start to its end. */
export interface Lasting {
  readonly clock: ControlledClock;
  readonly stamps: TimeStamps;
  readonly faults: FaultRules;
  /** Null where nothing is recorded. */
  readonly journal: Journal | null;
  readonly limits: DatasetLimits;
  /** Null where the world is this server's alone. */
  readonly shared: SharedState | null;
}

/** What begins again each time a world is opened. */
export interface Present {
  readonly scenario: Scenario;
  readonly dataset: Dataset;
  readonly engine: Engine;
  readonly requestIds: Ids;
  readonly rateLimits: RateLimitStore;
  readonly idempotencyKeys: IdempotencyStore;
  /** Null where the responses are stored in shared state. */
  readonly ownIdempotencyKeys: MemoryIdempotencyStore | null;
  /** The copy of a world that is shared with other servers; null where it is this one's alone. */
  readonly replica: Replica | null;
  readonly deliveries: Deliveries;
  /** Learns who is registered by way of another server; what is known has to do while the store is away. */
  inStep(): Promise<void>;
}

/** Opens a world with nothing remembered. */
export function openPresent(settings: Settings, session: Lasting, scenario: Scenario): Present {
  const { clock, stamps, limits, shared } = session;
  const { rateLimit } = settings;
  const dataset = openDataset(settings.planOf(scenario), clock, limits);
  const reads = new ReadCache(stamps, limits.reads);
  const replica = shared && createReplica(dataset.state, shared, () => reads.clear());
  const inStep = async () => replica?.refresh().catch(() => undefined);
  const ownIdempotencyKeys = shared ? null : new MemoryIdempotencyStore(limits.answers);
  const idsOf = (prefix: string) => countingIds(shared ? `${prefix}${shared.replica}_` : prefix);
  return {
    scenario,
    dataset,
    engine: settings.engine ?? datasetEngine(dataset.handlers, settings.examples, reads),
    requestIds: idsOf('req_'),
    rateLimits: shared?.rateLimits ?? memoryRateLimitStore(rateLimit.limit, rateLimit.windowSeconds),
    idempotencyKeys: shared?.idempotencyKeys ?? (ownIdempotencyKeys as MemoryIdempotencyStore),
    ownIdempotencyKeys,
    replica,
    deliveries: createDeliveries({
      receivers: dataset.endpoints,
      clock,
      wallClock: Date,
      ids: idsOf('msg_'),
      random: Math.random,
      secret: settings.webhookSecret,
      mostCharacters: limits.deliveries,
      fetch: loopbackOnly((url, init) => fetch(url, init), settings.ownPorts),
      later: (callback, milliseconds) => later(() => void inStep().then(callback), milliseconds),
    }),
    inStep,
  };
}

/** A timer that does not keep a program alive where there are such timers. */
function later(callback: () => void, milliseconds: number): void {
  const timer: unknown = setTimeout(callback, milliseconds);
  (timer as { unref?(): void }).unref?.();
}
