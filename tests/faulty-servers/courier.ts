import { createHmac } from 'node:crypto';
import type { Handler, TestRequest, TestResponse } from '../support/serve.js';
import type { Change } from './faulty-server.js';

/** The mock's own, which is public. */
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

/** How events are delivered; the defaults are correct. */
const correct = {
  /** Who is sent an event. */
  isFor: ({ types, removed }: Endpoint, type: string): boolean => !removed && types.includes(type),
  /** What is sent, before it is signed. */
  body: (event: any): unknown => event,
  /** Unix seconds. */
  timestamp: (): number => Math.floor(Date.now() / 1000),
  /** What is sent, after it is signed. */
  send: (delivery: Delivery): Delivery => delivery,
  /** What is sent after a refusal. */
  repeat: (delivery: Delivery): Delivery | undefined => delivery,
};

const done: TestResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

/** A server that delivers its events itself, as the contract says but for its habits. */
export function courier(habits: Partial<typeof correct>): Change {
  return (server) => {
    const one = new Courier(server, { ...correct, ...habits });
    return (request) => one.handle(request);
  };
}

class Courier {
  private readonly endpoints: Endpoint[] = [];
  private refused: Delivery[] = [];
  private count = 0;

  constructor(
    private readonly server: Handler,
    private readonly habits: typeof correct,
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
    // Only receivers on this machine are sent anything; others are names that no server has.
    if (method === 'POST' && status === 201 && /^http:\/\/127\./.test(data.url)) {
      this.endpoints.push({ id: data.id, url: data.url, types: data.event_types, removed: false });
    }
    const removed = this.endpoints.find(({ id }) => method === 'DELETE' && status === 200 && data.id === id);
    if (removed) removed.removed = true;
  }

  private async emit({ type, event }: { type: string; event: unknown }): Promise<TestResponse> {
    for (const endpoint of this.endpoints.filter((one) => this.habits.isFor(one, type))) {
      const body = JSON.stringify(this.habits.body(event));
      this.count += 1;
      const id = `msg_${this.count}`;
      const at = String(this.habits.timestamp());
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signed(`${id}.${at}.${body}`),
      };
      await this.deliver(this.habits.send({ endpoint, method: 'POST', headers, body }));
    }
    return done;
  }

  private async repeatRefused(): Promise<TestResponse> {
    const again = this.refused.flatMap((delivery) => this.habits.repeat(delivery) ?? []);
    this.refused = [];
    for (const delivery of again) await this.deliver(delivery);
    return done;
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const { endpoint, method, headers, body } = delivery;
    const init = method === 'GET' ? { method, headers } : { method, headers, body };
    const response = await fetch(endpoint.url, init);
    if (!response.ok) this.refused.push(delivery);
  }
}
