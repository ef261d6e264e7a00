import { type Operation, type OperationId, operations } from '../../../src/generated/operations.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { isProposedOperation, isWrite, operationOf } from '../../suite/contract.js';
import { outcomeOf } from '../../suite/discovery.js';
import { type Deliveries, deliverEvents } from '../../suite/scenarios/deliveries.js';
import { keyedPost } from '../../suite/scenarios/keyed-post.js';
import { keyedPut } from '../../suite/scenarios/keyed-put.js';
import type { FirstWrites, KeyedWrites } from '../../suite/scenarios/keyed-write.js';
import { count } from '../count.js';
import { type CompleteExchange, hasResponse, type RequestPlan } from '../http/exchange.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import type { Run } from '../start-run.js';
import type { SendOptions } from '../target/target.js';
import { Baselines, type CorrectRequest, remember, unread } from './baselines.js';
import { Implementation } from './implementation.js';
import type { Probe } from './probe.js';
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
    const { target, found, options } = run;
    this.baselines = new Baselines(target, found, (id) => this.#scenario(id).first);
    this.implementation = new Implementation(target, found, this.baselines, {
      isSkipped: (operation) => isWrite(operation) && writesSkipped(run) !== undefined,
      allowMissing: options.allowMissing === true,
    });
  }

  of(operation: Operation = operations[0] as Operation): Probe {
    const { target, found, bill, options } = this.run;
    return {
      operation,
      found,
      target,
      bill,
      correct: (id) =>
        id === undefined || id === operation.operationId
          ? this.baselines.correct(operation)
          : this.#correctOther(operationOf(id)),
      correctOfAnyKey: (options) => this.baselines.correctOfAnyKey(operation, options),
      send: (plan, sendOptions) => this.#send(plan, sendOptions),
      missing: () => this.#missing(),
      expectSpare: () => {
        const skipped = exhaustionSkipped(this.run);
        if (skipped) throw skipped;
      },
      keyedWrites: (id) => this.#scenario(id).whole,
      deliveries: () =>
        remember(this.#deliveries, 'events', () => deliverEvents(target, found, options.receiver)),
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
      throw new Blocked(`${exchange.request.method} ${plan.path} ${outcomeOf(exchange)}`, exchange);
    }
    return exchange;
  }

  async #missing(): Promise<readonly OperationId[]> {
    const { implementation, run } = this;
    await Promise.all(run.inScope.map((operation) => implementation.examine(operation)));
    const { indistinct } = implementation;
    const all = implementation.progress().missing;
    const missing = all.filter((id) => !isProposedOperation(id));
    if (missing.length > 0 && !run.options.allowMissing) return missing;
    if (indistinct.length > 0) {
      throw new Blocked(
        `${count(indistinct.length, 'operation')} cannot be distinguished from an unknown route`,
        undefined,
        'errors.unknown-route-is-404',
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
    const { target, found } = this.run;
    return getOrInsert(this.#scenarios, id, () => {
      const write = id === 'createWebhookEndpoint' ? keyedPost : keyedPut;
      let whole!: Promise<KeyedWrites>;
      const first = new Promise<FirstWrites>((resolve, reject) => {
        whole = write(target, found, resolve);
        whole.catch(reject);
      });
      // Callers receive the rejection; without a caller it must not end the process.
      first.catch(() => undefined);
      return { first, whole };
    });
  }
}
