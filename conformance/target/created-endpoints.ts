import type { OperationId } from '../../src/generated/operations.js';
import { type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { requestTo } from '../requests.js';

/** What a run would leave on the target if it ended now. */
export interface LeftBehind {
  /** Each with the command that removes it. */
  readonly endpoints: readonly { readonly path: string; readonly command: string }[];
  /** Writes of which nobody knows what they created. */
  readonly writesInFlight: number;
}

/** Removals that are sent at the same time. */
const atOnce = 6;

const creation: OperationId = 'createWebhookEndpoint';
const removal: OperationId = 'deleteWebhookEndpoint';

/** Webhook endpoints are the one thing that a run creates: whoever requested one, it is ours to remove. */
export class CreatedEndpoints {
  readonly #removals = new Map<string, RequestPlan>();

  /** Learns from an exchange what is there now. */
  note(exchange: Exchange): void {
    const { as, operationId } = exchange;
    if (!isSuccess(exchange) || as === 'nobody') return;
    const id = exchange.response.json?.data?.id;
    if (typeof id !== 'string') return;
    const name = `${as} ${id}`;
    const isReplay = exchange.response.headers['idempotent-replayed'] === 'true';
    if (operationId === removal) this.#removals.delete(name);
    else if (operationId === creation && !isReplay) {
      this.#removals.set(name, requestTo(removal, { path: { endpoint_id: id }, as }));
    }
  }

  /** The requests that remove what has not been removed so far. */
  get left(): readonly RequestPlan[] {
    return [...this.#removals.values()];
  }

  /**
   * Removes them all.
   *
   * @param remove its status; null when no response came
   */
  async removeAll(remove: (plan: RequestPlan) => Promise<number | null>): Promise<void> {
    const queue = [...this.#removals].values();
    // One that does not respond any more would be waited for as often as something is left.
    let isGone = false;
    const work = async () => {
      for (const [name, plan] of queue) {
        if (isGone) return;
        const status = await remove(plan);
        isGone ||= status === null;
        const isRemoved = status !== null && (status < 300 || status === 404);
        if (isRemoved) this.#removals.delete(name);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
}
