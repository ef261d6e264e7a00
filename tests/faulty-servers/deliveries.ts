import { courier, signed } from './courier.js';
import { also, type Change, onMock } from './faulty-server.js';

const withHeaders = (edit: (headers: Readonly<Record<string, string>>) => Record<string, string>): Change =>
  courier({ send: (delivery) => ({ ...delivery, headers: edit(delivery.headers) }) });

/** Forgets an idempotency key when its first, slow write is done, and ignores it until then. */
const releasesKeysOfSlowWrites: Change = (server) => {
  const slow = new Set<string>();
  return async (request) => {
    const { 'idempotency-key': key, 'mock-latency': latency, ...headers } = request.headers;
    if (key === undefined) return server(request);
    if (slow.has(key)) return server({ ...request, headers });
    if (latency === undefined) return server(request);
    slow.add(key);
    try {
      return await server(request);
    } finally {
      slow.delete(key);
    }
  };
};

export const deliveryServers = onMock({
  'webhooks.event-is-delivered': {
    'no event is ever delivered': courier({ isFor: () => false }),
    'events of one type are never delivered': courier({
      isFor: ({ removed, types }, type) =>
        !removed && types.includes(type) && type !== 'recommendation.accepted',
    }),
  },
  'webhooks.only-its-types-are-sent': {
    'every event goes to every endpoint': courier({ isFor: ({ removed }) => !removed }),
  },
  'webhooks.removed-endpoint-gets-nothing': {
    'events go on to endpoints that were removed': courier({
      isFor: ({ types }, type) => types.includes(type),
    }),
  },
  'webhooks.delivery-is-signed': {
    'deliveries are not signed': also(
      withHeaders(({ 'webhook-signature': _, ...headers }) => headers),
      'webhooks.delivery-has-standard-headers',
      'webhooks.signature-verifies',
    ),
  },
  'webhooks.signatures-differ': {
    'one fixed signature for every delivery': also(
      withHeaders((headers) => ({ ...headers, 'webhook-signature': signed('') })),
      'webhooks.signature-verifies',
    ),
  },
  'webhooks.delivery-is-a-json-post': {
    'deliveries sent as a form': withHeaders((headers) => ({
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
    })),
    'deliveries sent by PUT': courier({ send: (delivery) => ({ ...delivery, method: 'PUT' }) }),
  },
  'webhooks.delivery-has-standard-headers': {
    'a signature header of its own': also(
      withHeaders(({ 'webhook-signature': signature = '', ...headers }) => ({
        ...headers,
        'x-signature': signature.replace('v1,', 'sha256='),
      })),
      'webhooks.signature-verifies',
    ),
  },
  'webhooks.delivery-is-dated-now': {
    'deliveries dated by when the server was started': courier({
      timestamp: () => Math.floor(Date.now() / 1000) - 3600,
    }),
  },
  'webhooks.signature-verifies': {
    'deliveries signed under another secret': withHeaders((headers) => ({
      ...headers,
      'webhook-signature': signed(`${headers['webhook-id']}`, 'another'),
    })),
    'the body is changed after it was signed': courier({
      send: (delivery) => ({ ...delivery, body: delivery.body.replace('{', '{ ') }),
    }),
  },
  'webhooks.delivery-fits-its-schema': {
    'events without the method of their implementation': courier({
      body: (event) => ({ ...event, implementation_method: undefined, saving_acceptance: undefined }),
    }),
  },
  'webhooks.refused-delivery-is-repeated': {
    'a delivery that was refused is given up': courier({ repeat: () => undefined }),
  },
  'webhooks.retried-delivery-has-the-same-id': {
    'a repeated delivery has another id': courier({
      repeat: (delivery) => ({ ...delivery, headers: { ...delivery.headers, 'webhook-id': 'msg_again' } }),
    }),
  },
  'idempotency.slow-write-holds-its-key': {
    'a key is let go while its write still runs': releasesKeysOfSlowWrites,
  },
});
