import { createMock } from '../../mocks/create-mock.js';
import type { Fixtures } from '../fixtures.js';
import type { Report } from '../report/report.js';
import { runChecks } from '../run-checks.js';
import { inProcess } from '../testing/in-process.js';
import { createIndependentServer, independentFixtures } from '../testing/independent-server.js';
import { mockHandler } from '../testing/mock-handler.js';
import type { Handler } from '../testing/serve.js';
import type { Defect } from './defect.js';

/** Caller, stranger, and one to be spent. The independent server has no limit that could be. */
const keys = ['one_test_caller', 'one_test_stranger', 'one_test_spare'];

/** Judges a server that keeps the contract, with a defect put around it. */
export async function judge({
  wrap = (right) => right,
  base = 'independent',
  only = [],
}: Partial<Pick<Defect, 'wrap' | 'base'>> & { only?: readonly string[] } = {}): Promise<Report> {
  const { right, apiKeys, fixtures } = base === 'mock' ? await mockServer() : independentServer();
  return runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(wrap(right)),
    apiKeys,
    ...(fixtures ? { fixtures } : {}),
    only,
  });
}

interface Base {
  readonly right: Handler;
  readonly apiKeys: readonly string[];
  readonly fixtures?: Fixtures;
}

function independentServer(): Base {
  const apiKeys = keys.slice(0, 2);
  const right = createIndependentServer({ keys: apiKeys, secondProvider: true, pagesOfNothing: 0 });
  return { right, apiKeys, fixtures: independentFixtures };
}

async function mockServer(): Promise<Base> {
  return { apiKeys: keys, right: mockHandler(await createMock({ keys, frozen: true })) };
}

/** What verdicts say that something is wrong, by `id operation`. */
export function complaints({ results }: Report): Map<string, string> {
  return new Map(
    results
      .filter(({ status }) => status === 'failed' || status === 'warned' || status === 'errored')
      .map(({ id, operation, status, message }) => [`${id} ${operation ?? ''}`, `${status}: ${message}`]),
  );
}
