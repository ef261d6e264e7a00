import { deliverer, signed } from './deliverer.js';
import { also, type Change, onMock } from './faulty-server.js';

const withHeaders = (edit: (headers: Readonly<Record<string, string>>) => Record<string, string>): Change =>
  deliverer({ send: (delivery) => ({ ...delivery, headers: edit(delivery.headers) }) });

/** Ignores an idempotency key while its first write is slow, and forgets it afterwards. */
const ignoresKeysInFlight: Change = (server) => {
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
    'no event is delivered': deliverer({ isFor: () => false }),
    'events of one type are not delivered': deliverer({
      isFor: ({ removed, types }, type) =>
        !removed && types.includes(type) && type !== 'recommendation.accepted',
    }),
  },
  'webhooks.only-its-types-are-sent': {
    'every event is delivered to every endpoint': deliverer({ isFor: ({ removed }) => !removed }),
  },
  'webhooks.removed-endpoint-gets-nothing': {
    'events are delivered to deleted endpoints': deliverer({
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
    'every delivery has the same signature': also(
      withHeaders((headers) => ({ ...headers, 'webhook-signature': signed('') })),
      'webhooks.signature-verifies',
    ),
  },
  'webhooks.delivery-is-a-json-post': {
    'deliveries are form-encoded': withHeaders((headers) => ({
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
    })),
    'deliveries are sent by PUT': deliverer({ send: (delivery) => ({ ...delivery, method: 'PUT' }) }),
  },
  'webhooks.delivery-has-standard-headers': {
    'a non-standard signature header': also(
      withHeaders(({ 'webhook-signature': signature = '', ...headers }) => ({
        ...headers,
        'x-signature': signature.replace('v1,', 'sha256='),
      })),
      'webhooks.signature-verifies',
    ),
  },
  'webhooks.delivery-is-dated-now': {
    'deliveries have an old timestamp': deliverer({
      timestamp: () => Math.floor(Date.now() / 1000) - 3600,
    }),
  },
  'webhooks.signature-verifies': {
    'deliveries are signed with another secret': withHeaders((headers) => ({
      ...headers,
      'webhook-signature': signed(`${headers['webhook-id']}`, 'another'),
    })),
    'the body is changed after signing': deliverer({
      send: (delivery) => ({ ...delivery, body: delivery.body.replace('{', '{ ') }),
    }),
  },
  'webhooks.delivery-fits-its-schema': {
    'events without implementation_method': deliverer({
      body: (event) => ({ ...event, implementation_method: undefined, saving_acceptance: undefined }),
    }),
  },
  'webhooks.refused-delivery-is-repeated': {
    'a refused delivery is not retried': deliverer({ repeat: () => undefined }),
  },
  'webhooks.retried-delivery-has-the-same-id': {
    'a retried delivery has another id': deliverer({
      repeat: (delivery) => ({ ...delivery, headers: { ...delivery.headers, 'webhook-id': 'msg_again' } }),
    }),
  },
  'idempotency.slow-write-holds-its-key': {
    'a key in flight is ignored': ignoresKeysInFlight,
  },
});
