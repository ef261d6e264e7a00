import { describe, expect, test } from 'vitest';
import { prettyReport } from '../../conformance/report/pretty.js';
import { rowsOf, screen } from '../../conformance/report/screen.js';
import { onBreak } from './faulty-server.js';
import { faultyServers } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';

// Runs the whole suite against every faulty server. It is slow, so it is not part of `npm test`.

const correct = {
  independent: complaints(await judge()),
  mock: complaints(await judge({ base: 'mock' })),
};

describe('the whole suite reports the fault, and nothing else, of the faulty server', () => {
  test.each(faultyServers.map((server) => [server.name, server] as const))(
    '%s',
    async (_, { base, change, caughtBy, alsoCaughtBy }) => {
      const thrown: unknown[] = [];
      const report = await judge({
        base,
        change: (server) => onBreak(change(server), (error) => thrown.push(error)),
      });
      expect(report.summary.errored).toBe(0);
      expect(rowsOf(prettyReport(report, { colour: false }))).toBeLessThanOrEqual(screen.rows);
      expect(newlyCaught(report, correct[base]).sort()).toEqual([caughtBy, ...alsoCaughtBy].sort());
      expect(thrown, 'the faulty server throws, which is not its fault').toEqual([]);
    },
  );
});
