import type { Fixtures } from '../../conformance/fixtures.js';
import { createSender } from '../../conformance/http/send.js';
import { createMock } from '../../mocks/create-mock.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../independent/typescript/independent-server.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';

/** A correct server, before a change is put around it. */
export interface Base {
  readonly right: Handler;
  readonly apiKeys: readonly string[];
  readonly fixtures?: Fixtures;
  close(): Promise<void>;
}

/** Caller, second caller, and a key whose rate limit is exhausted; the independent server has no limit. */
const keys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

export function independentBase(): Base {
  const apiKeys = keys.slice(0, 2);
  const right = createIndependentServer({ keys: apiKeys, secondProvider: true, emptyListPages: 0 });
  return { right, apiKeys, fixtures: independentFixtures, close: async () => undefined };
}

/** The mock, with no socket between. */
export async function mockBase(): Promise<Base> {
  const mock = await createMock({ keys, frozen: true });
  return { apiKeys: keys, right: mockHandler(mock), close: () => mock.close() };
}

/** What belongs to one connection alone, or to a body that may become another. */
const ofTheHop = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const pastTheHop = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheHop.has(name)));

/**
 * A server that listens on a socket: whatever another tool sends reaches it as it was sent.
 *
 * @public used by scripts/compare-suites.mjs
 * @param close ends the server
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
      const answer = await sender.send({
        method,
        target: query.size > 0 ? `${path}?${query}` : path,
        headers: pastTheHop(headers),
        body: body === '' ? null : body,
      });
      return { ...answer, headers: pastTheHop(answer.headers) };
    },
    async close() {
      sender.close();
      await close();
    },
  };
}

/**
 * The mock on a port of its own.
 *
 * @public used by scripts/serve-faulty.mjs
 */
export async function listeningMockBase(rateLimit: number): Promise<Base> {
  const mock = await createMock({ keys, frozen: true, rateLimit });
  return listening(await mock.listen(), { apiKeys: keys, close: () => mock.close() });
}
