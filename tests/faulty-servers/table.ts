import { describe, expect, test } from 'vitest';
import { prettyReport } from '../../conformance/engine/report/pretty.js';
import { rowsOf, screen } from '../../conformance/engine/report/screen.js';
import type { Report } from '../../conformance/engine/report.js';
import { type FaultyServer, onBreak } from './faulty-server.js';
import { faultyServers } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';
import { subjectServers } from './subjects/index.js';

/** The whole suite runs against every faulty server, in files of a part each, which use all cores. */
const parts = 4;

/**
 * Half of all requests to the mock exhaust a rate limit. No fault of a figure changes that: `faulty-servers.test.ts` runs these
 * checks on all such faults at once.
 */
const limitChecks = ['limits.*'];
const withWrongFigures: ReadonlySet<FaultyServer> = new Set(Object.values(subjectServers).flat());

/** Returns the fingerprints of a check's violations. */
const fingerprintsOf = ({ results }: Report, check: string) =>
  new Set(results.flatMap(({ id, fingerprint }) => (id === check ? (fingerprint ?? []) : [])));

/**
 * Expects the same fingerprints on the other correct server with the change: the two have different data and clocks, and
 * only the fault in common.
 */
async function expectSameFingerprints(
  { base, change, caughtBy }: FaultyServer,
  report: Report,
): Promise<void> {
  const other = await judge({
    base: base === 'mock' ? 'independent' : 'mock',
    change,
    only: [caughtBy],
  });
  const [own, others] = [fingerprintsOf(report, caughtBy), fingerprintsOf(other, caughtBy)];
  // A server without the data does not show the fault.
  if (others.size > 0) expect(others).toEqual(own);
}

/**
 * Registers the tests of one part of the faulty servers.
 *
 * @param part from 0 to 3
 */
export async function judgePart(part: number): Promise<void> {
  const correct = {
    independent: complaints(await judge()),
    mock: complaints(await judge({ base: 'mock' })),
  };
  const servers = faultyServers.filter((_, index) => index % parts === part);
  describe('the whole suite reports the fault, and nothing else, of the faulty server', () => {
    test.each(servers.map((server) => [server.name, server] as const))('%s', async (_, server) => {
      const { base, change, caughtBy, alsoCaughtBy } = server;
      const thrown: unknown[] = [];
      const report = await judge({
        base,
        change: (right) => onBreak(change(right), (error) => thrown.push(error)),
        skip: withWrongFigures.has(server) ? limitChecks : [],
      });
      expect(report.summary.errored).toBe(0);
      expect(rowsOf(prettyReport(report, { colour: false }))).toBeLessThanOrEqual(screen.rows);
      expect(newlyCaught(report, correct[base]).sort()).toEqual([caughtBy, ...alsoCaughtBy].sort());
      expect(thrown, 'the faulty server throws, which is not its fault').toEqual([]);
      if (withWrongFigures.has(server)) await expectSameFingerprints(server, report);
    });
  });
}
