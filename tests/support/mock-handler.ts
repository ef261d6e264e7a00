import type { Mock } from '../../mocks/create-mock.js';
import type { Handler } from './serve.js';

/** Converts a mock to a handler, to call it without sockets. */
export function mockHandler(mock: Pick<Mock, 'fetch'>): Handler {
  return async ({ method, path, query, headers, body }) => {
    const response = await mock.fetch(`http://127.0.0.1${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}
