import { changed } from '../changes.js';
import { onIndependent } from '../faulty-server.js';

const create = 'POST /webhooks/endpoints';

export const webhookEndpointServers = onIndependent({
  'webhooks.endpoint-is-as-requested': {
    'an endpoint without its event types': changed(create, 'event_types', []),
  },
  'webhooks.each-endpoint-has-its-own-id': {
    'the same id for all endpoints': changed(create, 'id', 'hook#1'),
  },
  'webhooks.deletion-names-the-endpoint': {
    'a deletion that returns deleted false': changed('DELETE /webhooks/endpoints/*', 'deleted', false),
  },
  'webhooks.created-in-the-past': {
    'an endpoint created in the future': changed(create, 'created_at', '2031-01-01T00:00:00Z'),
  },
});
