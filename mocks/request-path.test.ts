import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { servedMock, withKey } from '../tests/support/mock/test-mock.js';

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

/** The files that a request enters; a timer of another test may enter one more. */
async function filesEntered(inspector: Session, request: () => Promise<unknown>) {
  await inspector.post('Profiler.takePreciseCoverage');
  await request();
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const entered = result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  );
  return new Set(
    entered.flatMap(({ url }) => /\/mocks\/(?!dataset\/|.*\.test)(.*\.ts)$/.exec(url)?.[1] ?? []),
  );
}

test('a request passes exactly the 13 files that the README lists', async () => {
  const { url } = await servedMock();
  const request = async () => (await withKey(fetch)(`${url}/api/v1/commitments?page_size=1`)).arrayBuffer();
  const inspector = new Session();
  inspector.connect();
  await request();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const first = await filesEntered(inspector, request);
  const second = await filesEntered(inspector, request);
  const third = await filesEntered(inspector, request);
  inspector.disconnect();
  const passed = [...first].filter((file) => second.has(file) && third.has(file) && !callees.includes(file));
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [listed = ''] = /A request\s+passes[\s\S]*?\(13 files\)/.exec(readme) ?? [];
  const named = [...listed.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
  expect(named).toHaveLength(13);
  expect(passed.sort()).toEqual(named.sort());
});
