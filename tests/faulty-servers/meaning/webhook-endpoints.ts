import { type Defect, dataOf } from '../defect.js';

export const webhookEndpointDefects: readonly Defect[] = [
  {
    name: 'an endpoint that loses its event types',
    kills: 'webhooks.endpoint-is-as-asked',
    wrap: dataOf('POST /webhooks/endpoints', (endpoint) => {
      endpoint.event_types = [];
    }),
  },
  {
    name: 'one id for all endpoints',
    kills: 'webhooks.each-endpoint-has-its-own-id',
    wrap: dataOf('POST /webhooks/endpoints', (endpoint) => {
      endpoint.id = 'hook#1';
    }),
  },
  {
    name: 'a removal that does not say deleted',
    kills: 'webhooks.deletion-says-what-is-gone',
    wrap: dataOf('DELETE /webhooks/endpoints/*', (gone) => {
      gone.deleted = false;
    }),
  },
  {
    name: 'an endpoint created in the future',
    kills: 'webhooks.created-in-the-past',
    wrap: dataOf('POST /webhooks/endpoints', (endpoint) => {
      endpoint.created_at = '2031-01-01T00:00:00Z';
    }),
  },
];
