import type { MockControl } from '../../mocks/control/control.js';
import { createMock } from '../../mocks/create-mock.js';
import type { Fixtures } from '../../src/contract/fixtures.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../independent/typescript/independent-server.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';
import { apiKeys as keys } from '../support/suite/verify.js';

/** A correct server, to which a change is applied. */
export interface Base {
  readonly right: Handler;
  readonly apiKeys: readonly string[];
  readonly fixtures?: Fixtures;
  close(): Promise<void>;
}

/** Without a key for the rate limit checks: the server has no limit. */
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
