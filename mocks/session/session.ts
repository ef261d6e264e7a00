import { createFaultRules } from '../control/fault-rules.js';
import { createJournal } from '../control/journal/journal.js';
import { openDataset } from '../dataset/index.js';
import type { MockScenario } from '../dataset/seed-data/scenario-names.js';
import { Replay } from '../replay/recording.js';
import { type DatasetLimits, sessionLimits } from '../settings/limits.js';
import type { Settings } from '../settings/settings.js';
import { datasetEngine } from '../stages/respond.js';
import { MemoryIdempotencyStore } from '../state/memory-idempotency-store.js';
import { memoryRateLimitStore } from '../state/memory-rate-limit-store.js';
import { createReplica } from '../state/replica.js';
import type { SharedState } from '../state/shared-state.js';
import type { Pipeline } from '../types.js';
import { Deliveries } from '../webhooks/deliveries.js';
import { receiversOnly } from '../webhooks/receivers-only.js';
import { controlledClock, timeStamps } from './clock.js';
import { countingIds } from './ids.js';
import { ReadCache } from './read-cache.js';

/** An isolated instance of the mock: dataset, clock, rate limits, idempotency keys, faults and journal. */
export class Session {
  readonly clock;
  readonly stamps;
  readonly faults = createFaultRules();
  /** Null if requests are not recorded. */
  readonly journal;
  #parts: ReturnType<Session['createParts']>;
  #pipeline: Pipeline;

  /**
   * @param pipelineOf creates the pipeline over the current parts of the session
   * @param shared null if the dataset is not shared with other servers
   * @param joinedAt the time of a shared state that the mock joins, in milliseconds since 1970; null to begin at the start
   */
  constructor(
    private readonly settings: Settings,
    private readonly pipelineOf: (settings: Settings, session: Session) => Pipeline,
    private readonly limits: DatasetLimits = sessionLimits,
    private readonly shared: SharedState | null = null,
    private readonly joinedAt: number | null = null,
  ) {
    const { journalLength, keys, journalSpace } = settings;
    this.clock = controlledClock(settings.start, () => performance.now());
    this.stamps = timeStamps(this.clock);
    this.journal = journalLength > 0 ? createJournal(journalLength, keys, journalSpace) : null;
    this.#parts = this.createParts(settings.scenario);
    this.#setClock();
    this.#pipeline = pipelineOf(settings, this);
  }

  /** The parts that are created on each reset. */
  get parts() {
    return this.#parts;
  }

  /** Handles a request with the current parts. */
  readonly handle: Pipeline = (request, httpError) => this.#pipeline(request, httpError);

  /** Starts a scenario from scratch, with the clock at its initial time. */
  open(scenario: MockScenario): void {
    const parts = this.createParts(scenario);
    this.#parts.deliveries.clear();
    this.#setClock();
    this.#parts = parts;
    this.#pipeline = this.pipelineOf(this.settings, this);
  }

  /** The scenarios that can be opened. */
  get scenarios(): readonly MockScenario[] {
    return this.settings.scenarios;
  }

  /** Restores the initial scenario and removes faults and journal. */
  reset(): void {
    this.open(this.settings.scenario);
    this.faults.set([]);
    this.journal?.clear();
  }

  /** Cancels deliveries and clears the journal. */
  close(): void {
    this.#parts.deliveries.clear();
    this.journal?.clear();
  }

  #setClock(): void {
    // Frozen before it is set, so that no time passes in between.
    if (this.settings.isFrozen) this.clock.freeze();
    else this.clock.resume();
    this.clock.set(this.joinedAt ?? this.settings.start);
  }

  private createParts(scenario: MockScenario) {
    const { settings, clock, stamps, limits, shared } = this;
    const { rateLimit } = settings;
    const dataset = openDataset(settings.ledgerOf(scenario), clock, limits);
    const reads = new ReadCache(stamps, limits.reads);
    /** The local copy of a shared dataset; null if the dataset is not shared. */
    const replica = shared && createReplica(dataset.state, shared, () => reads.clear());
    /** Reads endpoints that other servers have registered. Does nothing while the store is unreachable. */
    const refresh = async () => replica?.refresh().catch(() => undefined);
    /** Null if responses are stored in shared state. */
    const ownIdempotencyKeys = shared ? null : new MemoryIdempotencyStore(limits.responses);
    const idsOf = (prefix: string) => countingIds(shared ? `${prefix}${shared.replica}_` : prefix);
    return {
      scenario,
      dataset,
      engine: settings.engine ?? datasetEngine(dataset.respond, settings.examples, reads, stamps),
      /** Null without a recording. */
      replay: settings.recording && new Replay(settings.recording),
      requestIds: idsOf('req_'),
      rateLimits: shared?.rateLimits ?? memoryRateLimitStore(rateLimit.limit, rateLimit.windowSeconds),
      idempotencyKeys: shared?.idempotencyKeys ?? (ownIdempotencyKeys as MemoryIdempotencyStore),
      ownIdempotencyKeys,
      replica,
      deliveries: new Deliveries({
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
}

/** Starts an unreferenced timer, which does not delay the exit of the process. */
function later(callback: () => void, milliseconds: number): void {
  const timer: unknown = setTimeout(callback, milliseconds);
  (timer as { unref?(): void }).unref?.();
}
