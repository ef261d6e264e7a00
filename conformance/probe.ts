import { type Operation, type OperationId, operations } from '../src/generated/operations.js';
import { isProposedOperation, isWrite } from './contract.js';
import { type Found, outcomeOf, readsOf } from './discovery.js';
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isSuccess,
  type RequestPlan,
} from './http/exchange.js';
import type { ReceiverAddress } from './http/receiver.js';
import { CannotRun, NotApplicable } from './outcome.js';
import { type Deliveries, deliverEvents } from './scenarios/deliveries.js';
import { type KeyedWrites, keyedPost } from './scenarios/keyed-post.js';
import { keyedPut } from './scenarios/keyed-put.js';
import type { SendOptions, Target } from './target/target.js';

/** A request that the target answers with success, and that answer: the twin of every wrong one. */
export interface CorrectRequest {
  readonly plan: RequestPlan;
  readonly exchange: AnsweredExchange;
}

/** What a check has to work with. */
export interface Probe {
  /** The operation the verdict is about; for a check on the whole API, the first of the document. */
  readonly operation: Operation;
  readonly found: Found;
  readonly target: Target;
  /**
   * A request to the operation with nothing wrong in it, and its success.
   *
   * @throws {CannotRun | NotApplicable} when there is none
   */
  correct(id?: OperationId): Promise<CorrectRequest>;
  /**
   * @returns the answer, whatever its status
   * @throws {CannotRun} when none came; that there is one is the claim of a check of its own
   */
  answer(plan: RequestPlan, options?: SendOptions): Promise<AnsweredExchange>;
  /**
   * The story of writes with idempotency keys, told once however many checks ask.
   *
   * @throws {CannotRun}
   */
  keyedWrites(id: OperationId): Promise<KeyedWrites>;
  /**
   * The story of events that are caused and received, told once however many checks ask.
   *
   * @throws {CannotRun | NotApplicable}
   */
  deliveries(): Promise<Deliveries>;
}

/** Makes probes that share what has been found out about one target. */
export function createProbes(target: Target, found: Found, receiver?: ReceiverAddress) {
  const correct = new Map<OperationId, Promise<CorrectRequest>>();
  const stories = new Map<OperationId, Promise<KeyedWrites>>();
  const eventStories = new Map<'events', Promise<Deliveries>>();

  async function answer(plan: RequestPlan, options?: SendOptions): Promise<AnsweredExchange> {
    const exchange = await target.send(plan, options);
    if (!isAnswered(exchange)) {
      if (exchange.tooLarge) throw unread(plan);
      throw new CannotRun(`${exchange.request.method} ${plan.path} ${outcomeOf(exchange)}`, exchange);
    }
    return exchange;
  }

  const keyedWrites = (id: OperationId): Promise<KeyedWrites> =>
    remember(stories, id, () =>
      id === 'createWebhookEndpoint' ? keyedPost(target, found) : keyedPut(target, found),
    );

  const correctRequest = (operation: Operation): Promise<CorrectRequest> =>
    remember(correct, operation.operationId, async () => {
      if (isWrite(operation)) {
        const story = await keyedWrites(
          operation.method === 'PUT' ? 'updateVirtualTagKey' : 'createWebhookEndpoint',
        );
        return succeeded(operation, operation.method === 'DELETE' ? story.deletion : story.fresh);
      }
      let last: { plan: RequestPlan; exchange: Exchange } | undefined;
      for (const plan of readsOf(operation.operationId, found)) {
        last = { plan, exchange: await target.send(plan) };
        if (isSuccess(last.exchange)) break;
      }
      return succeeded(operation, last);
    });

  return {
    probe: (operation: Operation = operations[0] as Operation): Probe => ({
      operation,
      found,
      target,
      correct: (id) =>
        correctRequest(
          id === undefined ? operation : (operations.find((one) => one.operationId === id) as Operation),
        ),
      answer,
      keyedWrites,
      deliveries: () => remember(eventStories, 'events', () => deliverEvents(target, found, receiver)),
    }),
  };
}

function remember<K, T>(memory: Map<K, Promise<T>>, id: K, make: () => Promise<T>) {
  const known = memory.get(id);
  if (known) return known;
  const made = make();
  memory.set(id, made);
  // Whoever asks sees the reason; nobody asking must not end the program.
  made.catch(() => undefined);
  return made;
}

/** A long list that is not paged is right to be long, and its content is judged where it is shorter. */
function unread({ method, path }: RequestPlan): NotApplicable {
  return new NotApplicable(
    `${method} ${path} answers more than 16 MiB or a million names and values, which is all that is read of one`,
  );
}

/** @throws {CannotRun | NotApplicable} saying why there is no success to compare with */
function succeeded(
  { operationId, method, path }: Operation,
  sent: { plan: RequestPlan; exchange: Exchange } | null | undefined,
): CorrectRequest {
  if (!sent) throw new CannotRun(`no correct request to ${method} ${path} could be made`);
  const { plan, exchange } = sent;
  if (isSuccess(exchange)) return { plan, exchange };
  if (operationId === 'getRenewal' && exchange.response?.status === 404) {
    throw new NotApplicable('no renewal has been raised for any commitment that was tried');
  }
  if (isProposedOperation(operationId) && [404, 405, 501].includes(exchange.response?.status ?? 0)) {
    throw new NotApplicable(`the target does not offer ${path}, a path that is only proposed`);
  }
  if (exchange.tooLarge) throw unread(plan);
  throw new CannotRun(`the correct request ${method} ${plan.path} ${outcomeOf(exchange)}`, exchange);
}
