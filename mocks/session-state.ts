import type { ControlledClock, TimeStamps } from './clock.js';
import type { FaultRules } from './control/fault-rules.js';
import type { Journal } from './control/journal.js';
import { type Dataset, openDataset } from './dataset/index.js';
import type { MockScenario } from './dataset/seed-data/scenario-names.js';
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
import { receiversOnly } from './webhooks/receivers-only.js';

/** The parts of a session that survive a reset. */
export interface SessionContext {
  readonly clock: ControlledClock;
  readonly stamps: TimeStamps;
  readonly faults: FaultRules;
  /** Null if requests are not recorded. */
  readonly journal: Journal | null;
  readonly limits: DatasetLimits;
  /** Null if the dataset is not shared with other servers. */
  readonly shared: SharedState | null;
}

/** The parts of a session that are created on each reset. */
export interface SessionState {
  readonly scenario: MockScenario;
  readonly dataset: Dataset;
  readonly engine: Engine;
  readonly requestIds: Ids;
  readonly rateLimits: RateLimitStore;
  readonly idempotencyKeys: IdempotencyStore;
  /** Null if responses are stored in shared state. */
  readonly ownIdempotencyKeys: MemoryIdempotencyStore | null;
  /** The local copy of a shared dataset; null if the dataset is not shared. */
  readonly replica: Replica | null;
  readonly deliveries: Deliveries;
  /** Reads endpoints that other servers have registered. Does nothing while the store is unreachable. */
  refresh(): Promise<void>;
}

/** Creates the initial state of a session. */
export function createSessionState(
  settings: Settings,
  session: SessionContext,
  scenario: MockScenario,
): SessionState {
  const { clock, stamps, limits, shared } = session;
  const { rateLimit } = settings;
  const dataset = openDataset(settings.planOf(scenario), clock, limits);
  const reads = new ReadCache(stamps, limits.reads);
  const replica = shared && createReplica(dataset.state, shared, () => reads.clear());
  const refresh = async () => replica?.refresh().catch(() => undefined);
  const ownIdempotencyKeys = shared ? null : new MemoryIdempotencyStore(limits.responses);
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
      maxCharacters: limits.deliveries,
      fetch: receiversOnly((url, init) => fetch(url, init), settings.ownPorts, settings.receivers),
      later: (callback, milliseconds) => later(() => void refresh().then(callback), milliseconds),
    }),
    refresh,
  };
}

/** Starts an unreferenced timer, which does not delay the exit of the process. */
function later(callback: () => void, milliseconds: number): void {
  const timer: unknown = setTimeout(callback, milliseconds);
  (timer as { unref?(): void }).unref?.();
}
