import { controlledClock, timeStamps } from './clock.js';
import { createFaultRules } from './control/fault-rules.js';
import { createJournal } from './control/journal.js';
import type { MockScenario } from './dataset/seed-data/scenario-names.js';
import { type DatasetLimits, sessionLimits } from './limits.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import { createSessionState, type SessionContext, type SessionState } from './session-state.js';
import type { Settings } from './settings.js';
import type { SharedState } from './state/shared-state.js';

/** An isolated instance of the mock: dataset, clock, rate limits, idempotency keys, faults and journal. */
export class Session implements SessionContext {
  readonly clock;
  readonly stamps;
  readonly faults = createFaultRules();
  readonly journal;
  /** Replaced by `open`. */
  state!: SessionState;
  #pipeline!: Pipeline;

  /** @param start the initial time of the clock, in milliseconds since 1970 */
  constructor(
    private readonly settings: Settings,
    readonly limits: DatasetLimits = sessionLimits,
    readonly shared: SharedState | null = null,
    private readonly start = settings.start,
  ) {
    const { journalLength, keys, journalSpace } = settings;
    this.clock = controlledClock(start, () => performance.now());
    this.stamps = timeStamps(this.clock);
    this.journal = journalLength > 0 ? createJournal(journalLength, keys, journalSpace) : null;
    this.open(settings.scenario);
  }

  /** Handles a request with the current state. */
  readonly handle: Pipeline = (request, httpError) => this.#pipeline(request, httpError);

  /** Starts a scenario from scratch, with the clock at its initial time. */
  open(scenario: MockScenario): SessionState {
    const state = createSessionState(this.settings, this, scenario);
    this.state?.deliveries.clear();
    // Frozen before it is set, so that no time passes in between.
    if (this.settings.isFrozen) this.clock.freeze();
    else this.clock.resume();
    this.clock.set(this.start);
    this.state = state;
    this.#pipeline = createPipeline(this.settings, this, state);
    return state;
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
    this.state.deliveries.clear();
    this.journal?.clear();
  }
}
