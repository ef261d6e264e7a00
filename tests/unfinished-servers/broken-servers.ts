import type { Handler } from '../support/serve.js';

const responding =
  (status: number, type: string, body: string): Handler =>
  () => ({ status, headers: { 'content-type': type }, body });

const json = (status: number, body: unknown) => responding(status, 'application/json', JSON.stringify(body));

const failure = (code: string) => ({
  success: false,
  error: { code, message: 'No', details: null },
  timestamp: '2026-06-15T12:00:00Z',
});

/** Servers that are not the API: each sends the same response to every request. */
export const brokenServers: Readonly<Record<string, Handler>> = {
  'HTML and 404': responding(404, 'text/html', '<!DOCTYPE html><title>Not found</title>'),
  'an empty object and 200': json(200, {}),
  'an empty envelope': json(200, { success: true, data: {}, timestamp: '2026-06-15T12:00:00Z' }),
  'a bare array': json(200, []),
  '401 for every key': json(401, failure('AUTHENTICATION_ERROR')),
  '500 for everything': json(500, failure('INTERNAL_SERVER_ERROR')),
};
