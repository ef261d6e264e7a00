import type { Instant } from '../calendar.js';

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  readonly createdAt: Instant;
}

/** The registered endpoints of a dataset, in the order of registration. */
export class Endpoints {
  private readonly byId = new Map<string, WebhookEndpoint>();
  private total = 0;

  constructor(endpoints: Iterable<WebhookEndpoint> = []) {
    for (const endpoint of endpoints) this.add(endpoint);
  }

  /** Size of all endpoints. */
  get characters(): number {
    return this.total;
  }

  add(endpoint: WebhookEndpoint): void {
    this.delete(endpoint.id);
    this.byId.set(endpoint.id, endpoint);
    this.total += charactersOf(endpoint);
  }

  /** @returns whether the endpoint existed */
  delete(id: string): boolean {
    const known = this.byId.get(id);
    if (!known) return false;
    this.total -= charactersOf(known);
    return this.byId.delete(id);
  }

  list(): readonly WebhookEndpoint[] {
    return [...this.byId.values()];
  }

  copy(): Endpoints {
    return new Endpoints(this.byId.values());
  }

  /** Replaces all endpoints with those of another instance. */
  replaceWith(others: Endpoints): void {
    this.byId.clear();
    this.total = 0;
    for (const endpoint of others.byId.values()) this.add(endpoint);
  }
}

/** Size of an endpoint in addition to its texts. */
const overhead = 256;

export function charactersOf({ id, url, eventTypes, description }: WebhookEndpoint): number {
  const types = eventTypes.reduce((sum, type) => sum + type.length, 0);
  return overhead + id.length + url.length + types + (description?.length ?? 0);
}
