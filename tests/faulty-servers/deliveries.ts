import { createHmac } from 'node:crypto';
import type { Handler, TestAnswer } from '../support/serve.js';
import type { Defect } from './defect.js';

/** The mock's own, which is public. */
const secret = Buffer.from('Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=', 'base64');

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  removed: boolean;
}

interface Shipment {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where a courier may be wrong. */
interface Habits {
  /** Who is sent an event. */
  readonly isFor?: (endpoint: Endpoint, type: string) => boolean;
  /** What is sent, before it is signed. */
  readonly body?: (event: any) => unknown;
  readonly timestamp?: () => number;
  /** What is sent, after it is signed. */
  readonly ship?: (shipment: Shipment) => Shipment;
  /** What is sent after a refusal. */
  readonly repeat?: (shipment: Shipment) => Shipment | undefined;
}

const done: TestAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

/** A server that sends its events itself, as the contract says but for its habits. */
export function courier(habits: Habits): Defect['wrap'] {
  const {
    isFor = ({ types, removed }, type) => !removed && types.includes(type),
    body: bodyOf = (event) => event,
    timestamp = () => Math.floor(Date.now() / 1000),
    ship = (shipment) => shipment,
    repeat = (shipment) => shipment,
  } = habits;
  return (right: Handler) => {
    const endpoints: Endpoint[] = [];
    let refused: Shipment[] = [];
    let count = 0;

    const send = async (shipment: Shipment) => {
      const { endpoint, method, headers, body } = shipment;
      const answer = await fetch(endpoint.url, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body }),
      });
      if (!answer.ok) refused.push(shipment);
    };
    const emit = async (type: string, event: unknown) => {
      for (const endpoint of endpoints.filter((one) => isFor(one, type))) {
        const body = JSON.stringify(bodyOf(event));
        count += 1;
        const signed = { id: `msg_${count}`, at: String(timestamp()) };
        const signature = createHmac('sha256', secret)
          .update(`${signed.id}.${signed.at}.${body}`)
          .digest('base64');
        const headers = {
          'content-type': 'application/json',
          'webhook-id': signed.id,
          'webhook-timestamp': signed.at,
          'webhook-signature': `v1,${signature}`,
        };
        await send(ship({ endpoint, method: 'POST', headers, body }));
      }
    };

    return async (request) => {
      if (request.path === '/__mock/events') {
        const { type, event } = JSON.parse(request.body);
        await emit(type, event);
        return done;
      }
      if (request.path === '/__mock/clock') {
        const again = refused.flatMap((shipment) => repeat(shipment) ?? []);
        refused = [];
        for (const shipment of again) await send(shipment);
        return done;
      }
      const answer = await right(request);
      const { data } = JSON.parse(answer.body || '{}');
      // Only receivers on this machine are sent anything; others are names that nobody answers to.
      if (request.method === 'POST' && answer.status === 201 && /^http:\/\/127\./.test(data.url)) {
        endpoints.push({ id: data.id, url: data.url, types: data.event_types, removed: false });
      }
      const gone = endpoints.find(
        ({ id }) => request.method === 'DELETE' && answer.status === 200 && data.id === id,
      );
      if (gone) gone.removed = true;
      return answer;
    };
  };
}

const withHeaders = (change: (headers: Shipment['headers']) => Record<string, string>): Defect['wrap'] =>
  courier({ ship: (shipment) => ({ ...shipment, headers: change(shipment.headers) }) });

const only = (type: string) => (one: Endpoint, wanted: string) =>
  !one.removed && one.types.includes(wanted) && wanted !== type;

export const deliveryDefects: readonly Defect[] = [
  {
    name: 'no event is ever delivered',
    kills: 'webhooks.event-is-delivered',
    base: 'mock',
    wrap: courier({ isFor: () => false }),
  },
  {
    name: 'events of one type are never delivered',
    kills: 'webhooks.event-is-delivered',
    base: 'mock',
    wrap: courier({ isFor: only('recommendation.accepted') }),
  },
  {
    name: 'every event goes to every endpoint',
    kills: 'webhooks.only-its-types-are-sent',
    base: 'mock',
    wrap: courier({ isFor: ({ removed }) => !removed }),
  },
  {
    name: 'events go on to endpoints that were removed',
    kills: 'webhooks.removed-endpoint-gets-nothing',
    base: 'mock',
    wrap: courier({ isFor: ({ types }, type) => types.includes(type) }),
  },
  {
    name: 'deliveries are not signed',
    kills: 'webhooks.delivery-is-signed',
    also: ['webhooks.delivery-has-standard-headers', 'webhooks.signature-verifies'],
    base: 'mock',
    wrap: withHeaders(({ 'webhook-signature': _, ...headers }) => headers),
  },
  {
    name: 'one fixed signature for every delivery',
    kills: 'webhooks.signatures-differ',
    also: ['webhooks.signature-verifies'],
    base: 'mock',
    wrap: withHeaders((headers) => ({
      ...headers,
      'webhook-signature': `v1,${createHmac('sha256', secret).digest('base64')}`,
    })),
  },
  {
    name: 'deliveries sent as a form',
    kills: 'webhooks.delivery-is-a-json-post',
    base: 'mock',
    wrap: withHeaders((headers) => ({ ...headers, 'content-type': 'application/x-www-form-urlencoded' })),
  },
  {
    name: 'deliveries sent by PUT',
    kills: 'webhooks.delivery-is-a-json-post',
    base: 'mock',
    wrap: courier({ ship: (shipment) => ({ ...shipment, method: 'PUT' }) }),
  },
  {
    name: 'a signature header of its own',
    kills: 'webhooks.delivery-has-standard-headers',
    also: ['webhooks.signature-verifies'],
    base: 'mock',
    wrap: withHeaders(({ 'webhook-signature': signature = '', ...headers }) => ({
      ...headers,
      'x-signature': signature.replace('v1,', 'sha256='),
    })),
  },
  {
    name: 'deliveries dated by when the server was started',
    kills: 'webhooks.delivery-is-dated-now',
    base: 'mock',
    wrap: courier({ timestamp: () => Math.floor(Date.now() / 1000) - 3600 }),
  },
  {
    name: 'deliveries signed under another secret',
    kills: 'webhooks.signature-verifies',
    base: 'mock',
    wrap: withHeaders((headers) => ({
      ...headers,
      'webhook-signature': `v1,${createHmac('sha256', 'another').update(`${headers['webhook-id']}`).digest('base64')}`,
    })),
  },
  {
    name: 'the body is changed after it was signed',
    kills: 'webhooks.signature-verifies',
    base: 'mock',
    wrap: courier({ ship: (shipment) => ({ ...shipment, body: shipment.body.replace('{', '{ ') }) }),
  },
  {
    name: 'events without the method of their implementation',
    kills: 'webhooks.delivery-fits-its-schema',
    base: 'mock',
    wrap: courier({ body: ({ implementation_method: _, saving_acceptance: __, ...event }) => event }),
  },
  {
    name: 'a delivery that was refused is given up',
    kills: 'webhooks.refused-delivery-is-repeated',
    base: 'mock',
    wrap: courier({ repeat: () => undefined }),
  },
  {
    name: 'a repeated delivery has another id',
    kills: 'webhooks.repeated-delivery-keeps-its-id',
    base: 'mock',
    wrap: courier({
      repeat: (shipment) => ({ ...shipment, headers: { ...shipment.headers, 'webhook-id': 'msg_again' } }),
    }),
  },
  {
    name: 'a key is let go while its write still runs',
    kills: 'idempotency.slow-write-holds-its-key',
    base: 'mock',
    wrap: (right) => {
      const slow = new Set<string>();
      return async (request) => {
        const { 'idempotency-key': key, 'mock-latency': latency, ...headers } = request.headers;
        if (key === undefined) return right(request);
        if (slow.has(key)) return right({ ...request, headers });
        if (latency === undefined) return right(request);
        slow.add(key);
        try {
          return await right(request);
        } finally {
          slow.delete(key);
        }
      };
    },
  },
];
