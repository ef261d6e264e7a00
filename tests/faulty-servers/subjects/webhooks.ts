import { changed } from '../changes.js';
import { deliverer, signed } from '../deliverer.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';

const create = 'POST /webhooks/endpoints';

const withHeaders = (edit: (headers: Readonly<Record<string, string>>) => Record<string, string>): Change =>
  deliverer({ send: (delivery) => ({ ...delivery, headers: edit(delivery.headers) }) });

const endpoints = onIndependent({
  'webhooks.created-in-the-past': {
    'an endpoint created in the future': also(
      changed(create, 'created_at', '2031-01-01T00:00:00Z'),
      'webhooks.created-when-requested',
    ),
  },
  'webhooks.created-when-requested': {
    'an endpoint created in another time zone': changed(create, 'created_at', (time) =>
      new Date(Date.parse(time) - 2 * 3_600_000).toISOString(),
    ),
  },
  'webhooks.endpoint-is-as-requested': {
    'an endpoint without its event types': changed(create, 'event_types', []),
    'only the first of several event types': changed(create, 'event_types', (types) => types.slice(0, 1)),
    'a URL that is decoded': changed(create, 'url', (url) => url.replaceAll('%2F', '/')),
    'a URL without repeated parameters': changed(create, 'url', (url) => {
      const parsed = new URL(url);
      for (const name of new Set(parsed.searchParams.keys())) {
        const values = parsed.searchParams.getAll(name);
        if (values.length > 1) parsed.searchParams.set(name, values[0] as string);
      }
      return parsed.searchParams.getAll('path').length > 0 ? parsed.href : url;
    }),
    'a URL with HTML entities': changed(create, 'url', (url) => url.replaceAll('&', '&amp;')),
  },
  'webhooks.description-is-as-requested': {
    'a description that is trimmed': changed(create, 'description', (text) => text?.trim()),
    'a description with HTML entities': changed(create, 'description', (text) =>
      text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#x27;'),
    ),
    'a description without its markup': changed(create, 'description', (text) => text?.replace(/<\w+>/, '')),
  },
  'webhooks.event-types-are-in-order': {
    'event types in alphabetical order': changed(create, 'event_types', (types) => types.toSorted()),
  },
  'webhooks.each-endpoint-has-its-own-id': {
    'the same id for all endpoints': changed(create, 'id', 'hook#1'),
  },
  'webhooks.deletion-names-the-endpoint': {
    'a deletion that returns deleted false': also(
      changed('DELETE /webhooks/endpoints/*', 'deleted', false),
      'state.endpoint-lasts',
    ),
  },
});

const deliveries = onMock({
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
});

export const webhookServers = [...endpoints, ...deliveries];
