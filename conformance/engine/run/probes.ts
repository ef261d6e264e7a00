import { getOrInsert } from '../../../src/get-or-insert.js';
import { unknownRouteIs404 } from '../check-ids.js';
import { count } from '../count.js';
import { type CompleteExchange, hasResponse, outcomeOf, type RequestPlan } from '../http/exchange.js';
import { requestLine } from '../http/requests.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import { isWrite, type Operation, type OperationId } from '../operation.js';
import type { Run } from '../start-run.js';
import type { SendOptions } from '../target/target-api.js';
import { Baselines, remember, unread } from './baselines.js';
import { Implementation } from './implementation.js';
import type { CorrectRequest, Probe } from './probe.js';
import type { Deliveries, FirstWrites, KeyedWrites } from './scenarios.js';
import { exhaustionSkipped, writesSkipped } from './skip-reason.js';

/** The writes with idempotency keys of an operation; reads need not wait until all of them were sent. */
interface Scenario {
  readonly first: Promise<FirstWrites>;
  readonly whole: Promise<KeyedWrites>;
}

/** Creates probes that share the knowledge of one target. */
export class Probes {
  readonly #scenarios = new Map<OperationId, Scenario>();
  readonly #deliveries = new Map<'events', Promise<Deliveries>>();
  readonly baselines: Baselines;
  readonly implementation: Implementation;

  constructor(readonly run: Run) {
    const { api, target, found, options } = run;
    this.baselines = new Baselines(api, target, found, (id) => this.#scenario(id).first);
    this.implementation = new Implementation(api, target, found, this.baselines, {
      isSkipped: (operation) => isWrite(operation) && writesSkipped(run) !== undefined,
      allowMissing: options.allowMissing === true,
    });
  }

  of(operation: Operation = this.run.api.operations[0] as Operation): Probe {
    const { api, target, found, bill, options } = this.run;
    return {
      operation,
      found,
      target,
      bill,
      correct: (id) =>
        id === undefined || id === operation.operationId
          ? this.baselines.correct(operation)
          : this.#correctOther(api.operations.find((one) => one.operationId === id) as Operation),
      correctOfAnyKey: (options) => this.baselines.correctOfAnyKey(operation, options),
      send: (plan, sendOptions) => this.#send(plan, sendOptions),
      missing: () => this.#missing(),
      expectSpare: () => {
        const skipped = exhaustionSkipped(this.run);
        if (skipped) throw skipped;
      },
      keyedWrites: (id) => this.#scenario(id).whole,
      deliveries: () =>
        remember(this.#deliveries, 'events', () => api.deliverEvents(target, found, options.receiver)),
    };
  }

  async #correctOther(operation: Operation): Promise<CorrectRequest> {
    const { implementation, baselines } = this;
    const { target } = this.run;
    if (!target.withheld(operation.operationId)) await implementation.examine(operation);
    const reason = target.withheld(operation.operationId);
    if (reason) throw new NotApplicable(reason);
    return baselines.correct(operation);
  }

  async #send(plan: RequestPlan, options?: SendOptions): Promise<CompleteExchange> {
    const exchange = await this.run.target.send(plan, options);
    if (!hasResponse(exchange)) {
      if (exchange.tooLarge) throw unread(plan);
      throw new Blocked(`${requestLine(plan)} ${outcomeOf(exchange)}`, exchange);
    }
    return exchange;
  }

  async #missing(): Promise<readonly OperationId[]> {
    const { implementation, run } = this;
    await Promise.all(run.inScope.map((operation) => implementation.examine(operation)));
    const { indistinct } = implementation;
    const all = implementation.progress().missing;
    const missing = all.filter((id) => !run.api.isProposed(id));
    if (missing.length > 0 && !run.options.allowMissing) return missing;
    if (indistinct.length > 0) {
      throw new Blocked(
        `${count(indistinct.length, 'operation')} cannot be distinguished from an unknown route`,
        undefined,
        unknownRouteIs404,
      );
    }
    if (missing.length > 0) {
      const proposed = all.length - missing.length;
      const ofThese = proposed > 0 ? ` (${proposed} only proposed)` : '';
      throw new NotApplicable(
        `${count(all.length, 'operation')} not implemented${ofThese}, which --allow-missing accepts`,
      );
    }
    return missing;
  }

  #scenario(id: OperationId): Scenario {
    const { api, target, found } = this.run;
    return getOrInsert(this.#scenarios, id, () => {
      let whole!: Promise<KeyedWrites>;
      const first = new Promise<FirstWrites>((resolve, reject) => {
        whole = api.writes.run(id, target, found, resolve);
        whole.catch(reject);
      });
      // Callers receive the rejection; without a caller it must not end the process.
      first.catch(() => undefined);
      return { first, whole };
    });
  }
}
