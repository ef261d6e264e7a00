import { expect, test } from 'vitest';
import { judge } from './judge.js';
import { limitServers } from './limits.js';

const id = 'limits.no-429-within-the-limit';
const servers = limitServers.filter(({ caughtBy }) => caughtBy === id);

test.each(servers)('$name: one failure, which blocks the rest, within 15 s', async (server) => {
  const { results, duration_ms } = await judge(server);
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.map((result) => result.id)).toEqual([id]);
  const blocked = results.filter(({ status }) => status === 'blocked');
  expect(blocked.length).toBeGreaterThan(50);
  expect(blocked.filter(({ blocked_by }) => blocked_by !== id)).toEqual([]);
  expect(duration_ms).toBeLessThan(15_000);
});
