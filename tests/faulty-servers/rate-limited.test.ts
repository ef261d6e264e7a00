import { expect, test } from 'vitest';
import { limitServers } from './http/limits.js';
import { judge } from './judge.js';

const id = 'limits.no-429-within-the-limit';
const servers = limitServers.filter(({ caughtBy }) => caughtBy === id);

test.each(servers)('$name: one failure, which blocks the rest, within 15 s', async (server) => {
  const { results, duration_ms } = await judge(server);
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.map((result) => result.id)).toEqual([id]);
  const blocked = results.filter(({ status }) => status === 'blocked');
  // A limit that a run with two keys does not reach blocks only what its second half needs.
  expect(blocked.length).toBeGreaterThan(0);
  expect(blocked.filter(({ blocked_by }) => blocked_by !== id)).toEqual([]);
  expect(duration_ms).toBeLessThan(15_000);
});
