import type { OutgoingRequest } from '../../../src/client/layer.js';

/** A read as the layers see it. */
export function outgoing(changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const path = '/api/v1/providers';
  return {
    method: 'GET',
    path,
    url: `http://127.0.0.1:4010${path}`,
    headers: {},
    body: undefined,
    options: {},
    ...changes,
  };
}
