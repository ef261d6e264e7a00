import type { HttpHandler } from 'msw';
import { withoutTrailingSlashes } from '../../src/text/trailing-slashes.js';
import { unknownOption } from '../../src/text/unknown-option.js';
import type { Mock } from '../create-mock.js';
import { loadHttp } from './load-msw.js';

export { MswMissingError } from './load-msw.js';

/** Options of `createHandlers`. */
export interface HandlerOptions {
  /** Base URL of the API, with its base path. Default: every host, without a base path. */
  readonly baseUrl?: string;
}

const noBodyMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Creates MSW request handlers that respond with a mock, for Node (`setupServer`) and browsers (`setupWorker`).
 * Other requests are passed to your own handlers or performed as-is.
 *
 * @throws {MswMissingError} if `msw` is not installed or is older than version 2
 * @throws {TypeError} if the base URL is not a URL or an option is unknown
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
  const basePath = withoutTrailingSlashes(pathname);
  const http = await loadHttp();
  return [
    http.all(servicePattern(origin, basePath), async ({ request }) => {
      const { pathname: path, search } = new URL(request.url);
      const init: RequestInit = {
        method: request.method,
        headers: request.headers,
        body: noBodyMethods.has(request.method) ? null : await request.arrayBuffer(),
        signal: request.signal,
      };
      return mock.fetch(`${path.slice(basePath.length)}${search}`, init).catch((error: unknown) => {
        // A network error of `fetch` is an error response in MSW.
        if (error instanceof TypeError) return Response.error();
        throw error;
      });
    }),
  ];
}

/** The pattern that MSW matches against URLs without query. No capture groups, since MSW would decode them. */
function servicePattern(origin: string | null, basePath: string): RegExp {
  const host = origin === null ? '[a-z]+://[^/]+' : literal(origin);
  // Bounded: the parts in it are escaped, and nothing is repeated at two places that can match the same text.
  return new RegExp(`^${host}${literal(basePath)}/(?:api/v1/.*|\\.well-known/cost-contract\\.json)$`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function parse(baseUrl: string): URL {
  if (URL.canParse(baseUrl)) return new URL(baseUrl);
  throw new TypeError(
    `createHandlers: Invalid \`baseUrl\` ${JSON.stringify(baseUrl)}. Pass a URL such as https://api.example.com.`,
  );
}
