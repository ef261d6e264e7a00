import { type Mock, pipelineOf } from '../../mocks/create-mock.js';
import type { Handler } from './serve.js';

/** Converts a mock to a handler, to call it without sockets and without the objects of `fetch`. */
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

export const withLowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
