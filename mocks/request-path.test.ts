import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { createMock } from './create-mock.js';

/** Helpers that do not pass the request on. */
const callees = [
  // Only a class or constant is read, which vitest implements by a function.
  'settings/limits.ts',
  'http/http-error.ts',
  'stages/fixtures.ts',
  // Called and return.
  'session/clock.ts',
  'control/fault-rules.ts',
  'control/guard.ts',
  'control/journal/journal-space.ts',
  'control/journal/journal.ts',
  'control/journal/recorded.ts',
  'http/envelope.ts',
  'http/exchange.ts',
  'session/ids.ts',
  'prism/prefer.ts',
  'session/read-cache.ts',
  'http/router.ts',
  'servers/protocol-error.ts',
  'servers/connection.ts',
  'servers/protocol.ts',
  'state/memory-rate-limit-store.ts',
  'validation/parameters.ts',
];

test('a request passes exactly the 13 files that the README lists', async () => {
  const mock = await createMock();
  const url = `${await mock.listen()}/api/v1/commitments?page_size=1`;
  const headers = { authorization: 'Bearer ccc_test_caller' };
  const inspector = new Session();
  inspector.connect();
  await fetch(url, { headers });
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await inspector.post('Profiler.takePreciseCoverage');
  await (await fetch(url, { headers })).arrayBuffer();
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  inspector.disconnect();
  await mock.close();
  const entered = result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .flatMap(({ url: file }) => /\/mocks\/(?!dataset\/|.*\.test)(.*\.ts)$/.exec(file)?.[1] ?? [])
    .filter((name) => !callees.includes(name));
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [listed = ''] = /A request\s+passes[\s\S]*?\(13 files\)/.exec(readme) ?? [];
  const named = [...listed.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
  expect(named).toHaveLength(13);
  expect(entered.sort()).toEqual(named.sort());
});
