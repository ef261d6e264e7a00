import type { Report } from '../report/report.js';
import { runChecks } from '../run-checks.js';
import { inProcess } from '../testing/in-process.js';
import { createIndependentServer, independentFixtures } from '../testing/independent-server.js';
import type { Defect } from './defect.js';

/** Judges the server that keeps the contract, with a defect put around it. */
export async function judge({
  wrap = (right) => right,
  only = [],
}: {
  wrap?: Defect['wrap'];
  only?: readonly string[];
} = {}): Promise<Report> {
  const apiKeys = ['one_test_caller', 'one_test_stranger'];
  const right = createIndependentServer({ keys: apiKeys, secondProvider: true, pagesOfNothing: 0 });
  return runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(wrap(right)),
    apiKeys,
    fixtures: independentFixtures,
    only,
  });
}

/** What verdicts say that something is wrong, by `id operation`. */
export function complaints({ results }: Report): Map<string, string> {
  return new Map(
    results
      .filter(({ status }) => status === 'failed' || status === 'warned' || status === 'errored')
      .map(({ id, operation, status, message }) => [`${id} ${operation ?? ''}`, `${status}: ${message}`]),
  );
}
