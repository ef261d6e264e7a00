import type { Operation, OperationId } from '../src/generated/operations.js';
import { isProposedOperation, isWrite, operationOf } from './contract.js';
import { type Found, outcomeOf, readsOf } from './discovery.js';
import { type CompleteExchange, type Exchange, isSuccess, type RequestPlan } from './http/exchange.js';
import { missingContent } from './missing-content.js';
import { Blocked, NotApplicable } from './outcome.js';
import type { KeyedWrites } from './scenarios/keyed-write.js';
import type { Target } from './target/target.js';

/** A request with nothing wrong in it, and what came of it. */
export interface Baseline {
  readonly plan: RequestPlan;
  readonly exchange: Exchange;
}

/** A request that the target answers with success, and that answer: the twin of every wrong one. */
export interface CorrectRequest {
  readonly plan: RequestPlan;
  readonly exchange: CompleteExchange;
}

/** The baseline request of each operation, sent once. */
export class Baselines {
  readonly #sent = new Map<OperationId, Promise<Baseline>>();

  constructor(
    readonly target: Target,
    readonly found: Found,
    readonly keyedWrites: (id: OperationId) => Promise<KeyedWrites>,
  ) {}

  /**
   * @returns the first that succeeds of those that may, else the last
   * @throws {Blocked | NotApplicable} when none can be made
   */
  of(operation: Operation): Promise<Baseline> {
    return remember(this.#sent, operation.operationId, () =>
      isWrite(operation) ? this.#write(operation) : this.#read(operation),
    );
  }

  /** @throws {Blocked | NotApplicable} saying why there is no success to compare with */
  async correct(operation: Operation): Promise<CorrectRequest> {
    return succeeded(operation, await this.of(operation));
  }

  async #write(operation: Operation): Promise<Baseline> {
    const { fresh, deletion } = await this.keyedWrites(
      operation.method === 'PUT' ? 'updateVirtualTagKey' : 'createWebhookEndpoint',
    );
    if (operation.method !== 'DELETE') return fresh;
    if (deletion) return deletion;
    // What is removed has to be created first.
    const { plan, exchange } = succeeded(operationOf('createWebhookEndpoint'), fresh);
    const reason = `the response to ${plan.method} ${plan.path} has no id of what could be removed`;
    throw new Blocked(reason, exchange, 'fields.all-are-present');
  }

  async #read(operation: Operation): Promise<Baseline> {
    let last: Baseline | undefined;
    for (const plan of readsOf(operation.operationId, this.found)) {
      last = { plan, exchange: await this.target.send(plan) };
      if (isSuccess(last.exchange) && !missingContent(last.exchange)) break;
    }
    return last ?? impossible(operation);
  }
}

function impossible({ method, path }: Operation): never {
  throw new Blocked(`no correct request to ${method} ${path} could be made`);
}

function succeeded({ operationId, path }: Operation, { plan, exchange }: Baseline): CorrectRequest {
  if (isSuccess(exchange)) {
    const missing = missingContent(exchange);
    if (missing) {
      const { what, check } = missing;
      throw new Blocked(`the response to ${plan.method} ${plan.path} ${what}`, exchange, check);
    }
    return { plan, exchange };
  }
  if (operationId === 'getRenewal' && exchange.response?.status === 404) {
    throw new NotApplicable('no renewal has been raised for any commitment that was tried');
  }
  if (isProposedOperation(operationId) && [404, 405, 501].includes(exchange.response?.status ?? 0)) {
    throw new NotApplicable(`the target does not offer ${path}, a path that is only proposed`);
  }
  if (exchange.tooLarge) throw unread(plan);
  throw new Blocked(
    `the correct request ${plan.method} ${plan.path} ${outcomeOf(exchange)}`,
    exchange,
    'operations.correct-request-succeeds',
  );
}

/** A long list that is not paged is right to be long, and its content is judged where it is shorter. */
export function unread({ method, path }: RequestPlan): NotApplicable {
  return new NotApplicable(
    `${method} ${path} answers more than 16 MiB or a million names and values, which is all that is read of one`,
  );
}

export function remember<K, T>(memory: Map<K, Promise<T>>, id: K, make: () => Promise<T>): Promise<T> {
  const known = memory.get(id);
  if (known) return known;
  const made = make();
  memory.set(id, made);
  // Whoever asks sees the reason; nobody asking must not end the program.
  made.catch(() => undefined);
  return made;
}
