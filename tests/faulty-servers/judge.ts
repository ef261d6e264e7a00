import type { Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/suite/run.js';
import { verify } from '../support/suite/verify.js';
import { type Base, independentBase, mockBase } from './base.js';
import type { FaultyServer } from './faulty-server.js';

/** Used by all runs: it takes longer to build its dataset than to reset it. */
let mock: ReturnType<typeof mockBase> | undefined;

async function correctServer(base: FaultyServer['base']): Promise<Base> {
  if (base === 'independent') return independentBase();
  mock ??= mockBase();
  const server = await mock;
  server.reset();
  return server;
}

/** Runs the suite against a correct server with a change applied. One run at a time. */
export async function judge({
  change = (server) => server,
  base = 'independent',
  ...selected
}: Partial<Pick<FaultyServer, 'change' | 'base'>> & Pick<RunOptions, 'only' | 'skip'> = {}): Promise<Report> {
  const { right, apiKeys, fixtures } = await correctServer(base);
  return verify(change(right), { apiKeys, ...(fixtures ? { fixtures } : {}), ...selected });
}

/** Returns the status and message of each finding, by `id operation`. */
export function complaints({ results }: Report): Map<string, string> {
  return new Map(
    results
      .filter(({ status }) => status === 'failed' || status === 'warned' || status === 'errored')
      .map(({ id, operation, status, message }) => [`${id} ${operation ?? ''}`, `${status}: ${message}`]),
  );
}

/** Returns the ids of the checks with findings that the correct server does not have. */
export function newlyCaught(report: Report, correct: ReadonlyMap<string, string>): string[] {
  const found = [...complaints(report)].filter(([verdict, message]) => correct.get(verdict) !== message);
  return [...new Set(found.map(([verdict]) => verdict.split(' ', 1)[0] as string))];
}
