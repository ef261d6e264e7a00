import type { RequestEvent } from '../../../mocks/control/journal/request-log.js';

/** A success, as the mock reports it. */
export const requestEvent: RequestEvent = {
  request_id: 'req_000001',
  started_at: '2026-06-15T12:00:00.000Z',
  duration_ms: 1.234,
  method: 'GET',
  target: '/api/v1/providers?page=1',
  headers: { accept: '*/*' },
  operation: 'listProviders',
  status: 200,
  stage: 'respond',
  reason: 'The request passed every stage.',
  fault: null,
  warnings: [],
};
