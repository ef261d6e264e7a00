import { createSender } from '../../conformance/http/send.js';
import type { MockControl } from '../../mocks/control/control.js';
import { createMock } from '../../mocks/create-mock.js';
import type { Fixtures } from '../../src/contract/fixtures.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../independent/typescript/independent-server.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';

/** A correct server, to which a change is applied. */
export interface Base {
  readonly right: Handler;
  readonly apiKeys: readonly string[];
  readonly fixtures?: Fixtures;
  close(): Promise<void>;
}

/** API keys of the caller, the second caller, and the rate limit checks; the independent server has no limit. */
const keys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

export function independentBase(): Base {
  const apiKeys = keys.slice(0, 2);
  const right = createIndependentServer({ keys: apiKeys, secondProvider: true, emptyListPages: 0 });
  return { right, apiKeys, fixtures: independentFixtures, close: async () => undefined };
}

/** The mock, called without a socket. */
export async function mockBase(): Promise<Base & Pick<MockControl, 'reset'>> {
  const mock = await createMock({ keys, frozen: true });
  const { reset } = mock.control;
  return { apiKeys: keys, right: mockHandler(mock), reset, close: () => mock.close() };
}

/** Headers of one connection, or of a body that a change may replace. */
const hopByHop = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const endToEnd = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

/**
 * A server that listens on a socket, so that other tools can send any request to it.
 *
 * @public used by scripts/compare-suites.mjs
 * @param close stops the server
 */
export function listening(
  url: string,
  { apiKeys, fixtures, close }: Pick<Base, 'apiKeys' | 'fixtures' | 'close'>,
): Base {
  const sender = createSender(new URL(url), 30_000);
  return {
    apiKeys,
    ...(fixtures ? { fixtures } : {}),
    right: async ({ method, path, query, headers, body }) => {
      const response = await sender.send({
        method,
        target: query.size > 0 ? `${path}?${query}` : path,
        headers: endToEnd(headers),
        body: body === '' ? null : body,
      });
      return { ...response, headers: endToEnd(response.headers) };
    },
    async close() {
      sender.close();
      await close();
    },
  };
}

/**
 * The mock, listening on a free port.
 *
 * @public used by scripts/serve-faulty.mjs
 */
export async function listeningMockBase(rateLimit: number): Promise<Base> {
  const mock = await createMock({ keys, frozen: true, rateLimit });
  return listening(await mock.listen(), { apiKeys: keys, close: () => mock.close() });
}
