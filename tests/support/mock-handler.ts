import { type Mock, pipelineOf } from '../../mocks/create-mock.js';
import { type Handler, withLowerCaseNames } from './serve.js';

/** Converts a mock to a handler, to call it without a socket and without `Request` and `Response`. Injects no transfer faults. */
export function mockHandler(mock: Mock): Handler {
  const handle = pipelineOf(mock);
  return async ({ method, path, query, headers, body }) => {
    const response = await handle({
      method,
      path,
      query: `${query}`,
      headers: withLowerCaseNames(headers),
      body: method === 'GET' || method === 'HEAD' ? null : Buffer.from(body),
      client: { kind: 'program' },
    });
    return {
      status: response.status,
      headers: withLowerCaseNames(response.headers),
      body: method === 'HEAD' ? '' : (response.body ?? ''),
    };
  };
}
