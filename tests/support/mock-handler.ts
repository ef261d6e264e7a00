import type { Mock } from '../../mocks/create-mock.js';
import type { Handler } from './serve.js';

/** The mock as a server without a socket. */
export function mockHandler(mock: Pick<Mock, 'fetch'>): Handler {
  return async ({ method, path, query, headers, body }) => {
    const answer = await mock.fetch(`http://127.0.0.1${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  };
}
