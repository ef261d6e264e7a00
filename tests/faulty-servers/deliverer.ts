import { createHmac } from 'node:crypto';
import type { Handler, TestRequest, TestResponse } from '../support/serve.js';
import type { Change } from './faulty-server.js';

/** The public signing secret of the mock. */
const secret = Buffer.from('Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=', 'base64');

export const signed = (text: string, key: Buffer | string = secret) =>
  `v1,${createHmac('sha256', key).update(text).digest('base64')}`;

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  removed: boolean;
}

interface Delivery {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The default behavior, which is correct. */
const correct = {
  /** Whether an endpoint receives events of a type. */
  isFor: ({ types, removed }: Endpoint, type: string): boolean => !removed && types.includes(type),
  /** Changes the event before it is signed. */
  body: (event: any): unknown => event,
  /** The timestamp of a delivery, in Unix seconds. */
  timestamp: (): number => Math.floor(Date.now() / 1000),
  /** Changes the delivery after it is signed. */
  send: (delivery: Delivery): Delivery => delivery,
  /** Returns the retry of a refused delivery, or undefined for none. */
  repeat: (delivery: Delivery): Delivery | undefined => delivery,
};

const ok: TestResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

/** Delivers the events of a server in place of the server, with some of the behavior changed. */
export function deliverer(behavior: Partial<typeof correct>): Change {
  return (server) => {
    const instance = new Deliverer(server, { ...correct, ...behavior });
    return (request) => instance.handle(request);
  };
}

class Deliverer {
  private readonly endpoints: Endpoint[] = [];
  private refused: Delivery[] = [];
  private count = 0;

  constructor(
    private readonly server: Handler,
    private readonly behavior: typeof correct,
  ) {}

  async handle(request: TestRequest): Promise<TestResponse> {
    if (request.path === '/__mock/events') return this.emit(JSON.parse(request.body));
    if (request.path === '/__mock/clock') return this.repeatRefused();
    const response = await this.server(request);
    this.register(request, response);
    return response;
  }

  private register({ method }: TestRequest, { status, body }: TestResponse): void {
    const { data } = JSON.parse(body || '{}');
    // Only receivers on this machine exist; all other URLs are examples.
    if (method === 'POST' && status === 201 && /^http:\/\/127\./.test(data.url)) {
      this.endpoints.push({ id: data.id, url: data.url, types: data.event_types, removed: false });
    }
    const removed = this.endpoints.find(({ id }) => method === 'DELETE' && status === 200 && data.id === id);
    if (removed) removed.removed = true;
  }

  private async emit({ type, event }: { type: string; event: unknown }): Promise<TestResponse> {
    for (const endpoint of this.endpoints.filter((one) => this.behavior.isFor(one, type))) {
      const body = JSON.stringify(this.behavior.body(event));
      this.count += 1;
      const id = `msg_${this.count}`;
      const at = String(this.behavior.timestamp());
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signed(`${id}.${at}.${body}`),
      };
      await this.deliver(this.behavior.send({ endpoint, method: 'POST', headers, body }));
    }
    return ok;
  }

  private async repeatRefused(): Promise<TestResponse> {
    const again = this.refused.flatMap((delivery) => this.behavior.repeat(delivery) ?? []);
    this.refused = [];
    for (const delivery of again) await this.deliver(delivery);
    return ok;
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const { endpoint, method, headers, body } = delivery;
    const init = method === 'GET' ? { method, headers } : { method, headers, body };
    const response = await fetch(endpoint.url, init);
    if (!response.ok) this.refused.push(delivery);
  }
}
