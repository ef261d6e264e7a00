import { changed } from '../changes.js';
import { also, onIndependent } from '../faulty-server.js';

const create = 'POST /webhooks/endpoints';

export const webhookEndpointServers = onIndependent({
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
  'webhooks.created-when-requested': {
    'an endpoint created in another time zone': changed(create, 'created_at', (time) =>
      new Date(Date.parse(time) - 2 * 3_600_000).toISOString(),
    ),
  },
  'webhooks.created-in-the-past': {
    'an endpoint created in the future': also(
      changed(create, 'created_at', '2031-01-01T00:00:00Z'),
      'webhooks.created-when-requested',
    ),
  },
});
