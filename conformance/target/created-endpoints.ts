import type { OperationId } from '../../src/generated/operations.js';
import { type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { requestTo } from '../requests.js';

/** The endpoints that a run would leave on the target if it ended now. */
export interface LeftBehind {
  /** Each with a command that removes it. */
  readonly endpoints: readonly { readonly path: string; readonly command: string }[];
  /** Number of writes without a response, which may have created an endpoint. */
  readonly writesInFlight: number;
}

/** Maximum number of concurrent removals. */
const maxConcurrent = 6;

const creation: OperationId = 'createWebhookEndpoint';
const removal: OperationId = 'deleteWebhookEndpoint';

/** Tracks the webhook endpoints that a run creates, and removes them. A run creates nothing else. */
export class CreatedEndpoints {
  readonly #removals = new Map<string, RequestPlan>();

  /** Records whether an exchange created or removed an endpoint. */
  note(exchange: Exchange): void {
    const { as, operationId } = exchange;
    if (!isSuccess(exchange) || as === 'anonymous') return;
    const id = exchange.response.json?.data?.id;
    if (typeof id !== 'string') return;
    const name = `${as} ${id}`;
    const isReplay = exchange.response.headers['idempotent-replayed'] === 'true';
    if (operationId === removal) this.#removals.delete(name);
    else if (operationId === creation && !isReplay) {
      this.#removals.set(name, requestTo(removal, { path: { endpoint_id: id }, as }));
    }
  }

  /** The requests that remove the remaining endpoints. */
  get left(): readonly RequestPlan[] {
    return [...this.#removals.values()];
  }

  /**
   * Removes all remaining endpoints.
   *
   * @param remove sends a request and returns its status; null without a response
   */
  async removeAll(remove: (plan: RequestPlan) => Promise<number | null>): Promise<void> {
    const queue = [...this.#removals].values();
    // Without this flag, each removal would wait for the timeout of a server that no longer responds.
    let isDown = false;
    const work = async () => {
      for (const [name, plan] of queue) {
        if (isDown) return;
        const status = await remove(plan);
        isDown ||= status === null;
        const isRemoved = status !== null && (status < 300 || status === 404);
        if (isRemoved) this.#removals.delete(name);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrent }, work));
  }
}
