import { expect, test } from 'vitest';
import { prettyReport } from '../../conformance/engine/report/pretty.js';
import { rowsOf, screen } from '../../conformance/engine/report/screen.js';
import { checks } from '../../conformance/suite/checks/index.js';
import { faultyServers, faultyServersByArea } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';
import { subjectServers } from './subjects/index.js';

test('every faulty server has a unique name and lists existing checks', () => {
  const ids = new Set(checks.map(({ id }) => id));
  const named = faultyServers.flatMap(({ caughtBy, alsoCaughtBy }) => [caughtBy, ...alsoCaughtBy]);
  expect(new Set(faultyServers.map(({ name }) => name)).size).toBe(faultyServers.length);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

// `npm run test:faulty-servers` fails for a check that always passes, as it reports no faulty server.
test('every check has a faulty server that it must report', () => {
  const caughtBy = new Set(faultyServers.map((server) => server.caughtBy));
  // Those that need a bill have faults of their own; see bill.test.ts.
  const judged = checks.filter((check) => !(check.kind !== 'passive' && check.needsBill));
  expect(judged.map(({ id }) => id).filter((id) => !caughtBy.has(id))).toEqual([]);
});

// One of each area; `npm run test:faulty-servers` runs the whole suite against all of them.
test.each(
  Object.entries(faultyServersByArea).flatMap(([area, [first]]) => (first ? [[area, first] as const] : [])),
)('the suite reports the first faulty server of %s', async (_, { caughtBy, change, base }) => {
  const only = [caughtBy];
  const correct = complaints(await judge({ base, only }));
  expect(newlyCaught(await judge({ base, change, only }), correct)).toEqual([caughtBy]);
});

const areas = ['envelope', 'fields', 'errors', 'parameters', 'idempotency', 'pagination'];
// The figures of every subject at once are wrong on the mock only.
test.each([
  ...areas.map((area) => [area, 'independent', faultyServersByArea[area] ?? []] as const),
  ['every subject', 'mock', Object.values(subjectServers).flat()] as const,
])('the report on a server with all faults of %s fits a screen', async (_, base, servers) => {
  const faults = servers.filter((one) => one.base === base);
  const report = await judge({
    base,
    change: (right) => faults.reduce((server, { change }) => change(server), right),
  });
  expect(report.summary.failed).toBeGreaterThan(1);
  const exhausting = report.results.filter(({ id }) => id.startsWith('limits.'));
  // The faults of figures are judged without these checks one by one.
  if (base === 'mock') expect(new Set(exhausting.map(({ status }) => status))).toEqual(new Set(['passed']));
  expect(rowsOf(prettyReport(report, { colour: false }))).toBeLessThanOrEqual(screen.rows);
  expect(rowsOf(prettyReport(report, { colour: false, groupBy: 'operation' }))).toBeLessThanOrEqual(
    screen.rows,
  );
});
