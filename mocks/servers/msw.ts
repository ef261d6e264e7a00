import type { HttpHandler } from 'msw';
import { unknownOption } from '../../src/text/unknown-option.js';
import type { Mock } from '../create-mock.js';
import { loadHttp } from './load-msw.js';

export { MswMissingError } from './load-msw.js';

/** Which requests go to the mock. */
export interface HandlerOptions {
  /** Where the service is, with the path it is mounted at, if any. Default: any host, at its root. */
  readonly baseUrl?: string;
}

const noBodyMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Lets MSW 2 answer the service's addresses by a mock, in Node (`setupServer`) and in browsers
 * (`setupWorker`). Every other request is left to your own handlers, or passes through.
 *
 * @throws {MswMissingError} when `msw` is not installed, or is older than 2
 * @throws {TypeError} when the base URL is no URL, or there is no such option
 * @example
 * ```ts
 * import { setupServer } from 'msw/node';
 * import { createMock } from 'cloud-cost-contract/mock';
 * import { createHandlers } from 'cloud-cost-contract/msw';
 *
 * const mock = await createMock();
 * const server = setupServer(...(await createHandlers(mock, { baseUrl: 'https://costs.example' })));
 * server.listen({ onUnhandledRequest: 'bypass' });
 * ```
 */
export async function createHandlers(
  mock: Pick<Mock, 'fetch'>,
  options: HandlerOptions = {},
): Promise<HttpHandler[]> {
  const unknown = unknownOption(options, ['baseUrl']);
  if (unknown !== undefined) throw new TypeError(`createHandlers: ${unknown}`);
  const { baseUrl } = options;
  const { origin, pathname } = baseUrl === undefined ? { origin: null, pathname: '/' } : parse(baseUrl);
  const mountedAt = pathname.replace(/\/+$/, '');
  const http = await loadHttp();
  return [
    http.all(serviceAddresses(origin, mountedAt), async ({ request }) => {
      const { pathname: path, search } = new URL(request.url);
      const init: RequestInit = {
        method: request.method,
        headers: request.headers,
        body: noBodyMethods.has(request.method) ? null : await request.arrayBuffer(),
        signal: request.signal,
      };
      return mock.fetch(`${path.slice(mountedAt.length)}${search}`, init).catch((error: unknown) => {
        // What `fetch` calls a network error, MSW has an answer for.
        if (error instanceof TypeError) return Response.error();
        throw error;
      });
    }),
  ];
}

/** What MSW holds an address against, its query left out. Groups would be decoded, so there are none. */
function serviceAddresses(origin: string | null, mountedAt: string): RegExp {
  const host = origin === null ? '[a-z]+://[^/]+' : literal(origin);
  return new RegExp(`^${host}${literal(mountedAt)}/(?:api/v1/.*|\\.well-known/cost-contract\\.json)$`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function parse(baseUrl: string): URL {
  if (URL.canParse(baseUrl)) return new URL(baseUrl);
  throw new TypeError(
    `baseUrl is not a URL: write it like https://api.example.com, not ${JSON.stringify(baseUrl)}.`,
  );
}
