import type { OperationId } from '../src/generated/operations.js';
import { operationOf } from './contract.js';
import { type Caller, type Exchange, isSuccess, keyVariables } from './http/exchange.js';
import { curlOf } from './report/curl.js';
import { encodeSegment } from './requests.js';

/** A webhook endpoint that this run created, and who may remove it. */
export interface CreatedEndpoint {
  readonly id: string;
  readonly as: Exclude<Caller, 'nobody'>;
  /** Below the target's address. */
  readonly path: string;
}

/** Removals that are sent at the same time. */
const atOnce = 6;

/** Webhook endpoints are the one thing that a run creates: whoever requested one, it is ours to remove. */
export class CreatedEndpoints {
  readonly #endpoints = new Map<string, CreatedEndpoint>();

  /** Learns from an exchange what is there now. */
  note({ operationId, as, response, ...exchange }: Exchange): void {
    if (as === 'nobody' || !isSuccess({ operationId, as, response, ...exchange })) return;
    const id = response?.json?.data?.id;
    if (typeof id !== 'string') return;
    if (operationId === ('createWebhookEndpoint' satisfies OperationId)) {
      if (response?.headers['idempotent-replayed'] === 'true') return;
      const { path } = operationOf('deleteWebhookEndpoint' satisfies OperationId);
      const own = path.replace('{endpoint_id}', () => encodeSegment(id));
      this.#endpoints.set(`${as} ${id}`, { id, as, path: own });
    } else if (operationId === ('deleteWebhookEndpoint' satisfies OperationId)) {
      this.#endpoints.delete(`${as} ${id}`);
    }
  }

  /** What has not been removed so far. */
  get left(): readonly CreatedEndpoint[] {
    return [...this.#endpoints.values()];
  }

  /**
   * Removes them all.
   *
   * @param remove its status; null when no response came
   * @returns what could not be removed
   */
  async removeAll(
    remove: (endpoint: CreatedEndpoint) => Promise<number | null>,
  ): Promise<readonly CreatedEndpoint[]> {
    const queue = this.left.values();
    // One that does not respond any more would be waited for as often as something is left.
    let isGone = false;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const endpoint of queue) {
          if (isGone) return;
          const status = await remove(endpoint);
          isGone ||= status === null;
          const isRemoved = status !== null && (status < 300 || status === 404);
          if (isRemoved) this.#endpoints.delete(`${endpoint.as} ${endpoint.id}`);
        }
      }),
    );
    return this.left;
  }
}

/** A command that removes an endpoint. */
export function removalOf({ as, path }: CreatedEndpoint, baseUrl: string): string {
  return curlOf({
    request: {
      method: 'DELETE',
      url: `${baseUrl}${path}`,
      path,
      query: [],
      headers: { authorization: `Bearer ${keyVariables[as]}` },
      body: null,
    },
  });
}
