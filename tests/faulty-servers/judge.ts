import type { Report } from '../../conformance/report.js';
import { runChecks } from '../../conformance/run-checks.js';
import { inProcess } from '../support/in-process.js';
import { independentBase, mockBase } from './base.js';
import type { Defect } from './defect.js';

/** Judges a server that keeps the contract, with a defect put around it. */
export async function judge({
  wrap = (right) => right,
  base = 'independent',
  only = [],
}: Partial<Pick<Defect, 'wrap' | 'base'>> & { only?: readonly string[] } = {}): Promise<Report> {
  const { right, apiKeys, fixtures } = base === 'mock' ? await mockBase() : independentBase();
  return runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(wrap(right)),
    apiKeys,
    ...(fixtures ? { fixtures } : {}),
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
