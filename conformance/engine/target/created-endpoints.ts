import { type Caller, type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import type { OperationId } from '../operation.js';

/** The endpoints that a run would leave on the target if it ended now. */
export interface LeftBehind {
  /** Each with its id and a command that removes it. */
  readonly endpoints: readonly { readonly id: string; readonly command: string }[];
  /** The operation that removes one, and the status that shows that the server does not implement it; null otherwise. */
  readonly irremovable: { readonly operation: string; readonly status: number } | null;
  /** Number of endpoints that were created without an id in the response. */
  readonly withoutId: number;
  /** Number of writes without a response, which may have created an endpoint. */
  readonly writesInFlight: number;
}

/** What a run that has sent nothing leaves. */
export const nothingLeft: LeftBehind = {
  endpoints: [],
  irremovable: null,
  withoutId: 0,
  writesInFlight: 0,
};

/** A created endpoint, with the request that removes it. */
interface Creation {
  readonly id: string;
  readonly plan: RequestPlan;
}

/** The statuses of an operation that a server does not implement. */
const missingStatuses = [404, 405, 501];

/** Maximum number of concurrent removals. */
const maxConcurrent = 10;

/** The operation with which a run creates resources, and the one that removes them. */
export interface Creations {
  readonly creation: OperationId;
  readonly removal: OperationId;
  /** Returns the request that removes a resource. */
  remove(id: string, as: Caller): RequestPlan;
}

/** Tracks the endpoints that a run creates, and removes them. A run creates nothing else. */
export class CreatedEndpoints {
  readonly #removals = new Map<string, Creation>();
  #withoutId = 0;
  #uncertain = 0;
  #hasRemoved = false;
  #irremovable: number | null = null;

  constructor(readonly operations: Creations) {}

  /**
   * Records whether an exchange created or removed an endpoint.
   *
   * @param attempts how often it was sent, because the connection was closed before a response
   */
  note(exchange: Exchange, attempts = 1): void {
    const { as, operationId, request, response } = exchange;
    const { creation, removal } = this.operations;
    if (operationId === creation && attempts > 1) {
      const isKeyed = request.headers['idempotency-key'] !== undefined;
      if (!response || (isSuccess(exchange) && !isKeyed)) this.#uncertain += 1;
    }
    if (!isSuccess(exchange) || as === 'anonymous') return;
    if (operationId === removal) this.#hasRemoved = true;
    const id = exchange.response.json?.data?.id;
    const isReplay = exchange.response.headers['idempotent-replayed'] === 'true';
    const isCreated = operationId === creation && !isReplay;
    if (typeof id !== 'string') {
      if (isCreated) this.#withoutId += 1;
      return;
    }
    const name = `${as} ${id}`;
    if (operationId === removal) this.#removals.delete(name);
    else if (isCreated) {
      this.#removals.set(name, { id, plan: this.operations.remove(id, as) });
    }
  }

  /** The remaining endpoints, with the requests that remove them. */
  get left(): readonly Creation[] {
    return [...this.#removals.values()];
  }

  /** Number of endpoints that were created without an id in the response. */
  get withoutId(): number {
    return this.#withoutId;
  }

  /** Number of creations of which an attempt without a response may have created an endpoint. */
  get uncertain(): number {
    return this.#uncertain;
  }

  /** Whether a request to a path would remove an endpoint that remains. */
  isLeft({ as, path }: Pick<RequestPlan, 'as' | 'path'>): boolean {
    return this.left.some(({ plan }) => plan.as === as && plan.path === path);
  }

  /** The status that shows that the server does not implement the removal; null otherwise. */
  get irremovable(): LeftBehind['irremovable'] {
    const status = this.#irremovable;
    const { removal: operation } = this.operations;
    return this.#hasRemoved || status === null ? null : { operation, status };
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
    const unknown: string[] = [];
    const work = async () => {
      for (const [name, { plan }] of queue) {
        if (isDown) return;
        const status = await remove(plan);
        isDown ||= status === null;
        if (status === null) continue;
        if (status < 300) {
          this.#hasRemoved = true;
          this.#removals.delete(name);
        } else if (status === 404) unknown.push(name);
        if (missingStatuses.includes(status)) this.#irremovable = status;
      }
    };
    await Promise.all(Array.from({ length: maxConcurrent }, work));
    // Unless another endpoint was removed, 404 may mean that the server has no such route.
    if (this.#hasRemoved) for (const name of unknown) this.#removals.delete(name);
  }
}
