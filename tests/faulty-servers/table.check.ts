import { describe, expect, test } from 'vitest';
import { onBreak } from './faulty-server.js';
import { faultyServers } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';

// The whole suite against every faulty server: slow, so not among the ordinary tests. `npm run test:faulty-servers`.

const correct = {
  independent: complaints(await judge()),
  mock: complaints(await judge({ base: 'mock' })),
};

describe('the whole suite catches what is wrong, and nothing else, in the server with', () => {
  test.each(faultyServers.map((server) => [server.name, server] as const))(
    '%s',
    async (_, { base, change, caughtBy, alsoCaughtBy }) => {
      const thrown: unknown[] = [];
      const report = await judge({
        base,
        change: (server) => onBreak(change(server), (error) => thrown.push(error)),
      });
      expect(report.summary.errored).toBe(0);
      expect(newlyCaught(report, correct[base]).sort()).toEqual([caughtBy, ...alsoCaughtBy].sort());
      expect(thrown, 'a server that throws is wrong in another way').toEqual([]);
    },
  );
});
