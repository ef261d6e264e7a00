import { controlledClock, timeStamps } from './clock.js';
import { createFaultRules } from './control/fault-rules.js';
import { createJournal } from './control/journal.js';
import type { Scenario } from './dataset/index.js';
import { type DatasetLimits, sessionLimits } from './limits.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import { type Lasting, openPresent, type Present } from './present.js';
import type { Settings } from './settings.js';
import type { SharedState } from './state/shared-state.js';

/** A world together with what is remembered of its callers; sessions never see each other's. */
export class Session implements Lasting {
  readonly clock;
  readonly stamps;
  readonly faults = createFaultRules();
  readonly journal;
  /** What is true now; another one after each `open`. */
  present!: Present;
  #pipeline!: Pipeline;

  /** @param start what the clock shows first, in milliseconds since 1970 */
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

  /** The pipeline of the present world. */
  readonly handle: Pipeline = (request, refusal) => this.#pipeline(request, refusal);

  /** Starts a world from scratch, with nothing remembered and the clock where it began. */
  open(scenario: Scenario): Present {
    const present = openPresent(this.settings, this, scenario);
    this.present?.deliveries.clear();
    // Stopped first, so that it stands at the very moment.
    if (this.settings.isFrozen) this.clock.freeze();
    else this.clock.resume();
    this.clock.set(this.start);
    this.present = present;
    this.#pipeline = createPipeline(this.settings, this, present);
    return present;
  }

  /** As `open`, with the scenario of the start, and without faults and journal. */
  reset(): void {
    this.open(this.settings.scenario);
    this.faults.set([]);
    this.journal?.clear();
  }

  /** Ends its deliveries and gives its part of the journals back. */
  close(): void {
    this.present.deliveries.clear();
    this.journal?.clear();
  }
}
