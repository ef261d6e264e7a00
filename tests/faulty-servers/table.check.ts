import { expect, test } from 'vitest';
import type { Result } from '../../conformance/engine/judge/result.js';
import { prettyReport } from '../../conformance/engine/report/pretty.js';
import { rowsOf, screen } from '../../conformance/engine/report/screen.js';
import type { Report } from '../../conformance/engine/report.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import { type FaultyServer, onBreak } from './faulty-server.js';
import { faultyServers } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';
import { subjectServers } from './subjects/index.js';

/**
 * Half of all requests to the mock exhaust a rate limit. No fault of a figure changes that: `faulty-servers.test.ts` runs these
 * checks on all such faults at once.
 */
const limitChecks = ['limits.*'];
const withWrongFigures: ReadonlySet<FaultyServer> = new Set(Object.values(subjectServers).flat());

/** Faulty servers that are judged in one run. */
type Group = readonly [FaultyServer, ...FaultyServer[]];

/** With more, faults hide one another more often than a shorter run saves. */
const largestGroup = 8;

const idsOf = ({ caughtBy, alsoCaughtBy }: FaultyServer) => [caughtBy, ...alsoCaughtBy];
const areasOf = (server: FaultyServer) => idsOf(server).map((id) => id.split('.', 1)[0]);

/** Whether a run shows the fault of a server beside those of a group: different areas of the suite report them. */
function canShareARun(group: Group, server: FaultyServer): boolean {
  const areas = new Set(group.flatMap(areasOf));
  return (
    group.length < largestGroup &&
    group[0].base === server.base &&
    withWrongFigures.has(group[0]) === withWrongFigures.has(server) &&
    areasOf(server).every((area) => !areas.has(area))
  );
}

const groups: [FaultyServer, ...FaultyServer[]][] = [];
for (const server of faultyServers) {
  const group = groups.find((one) => canShareARun(one, server));
  if (group) group.push(server);
  else groups.push([server]);
}

const skipOf = (server: FaultyServer) => (withWrongFigures.has(server) ? limitChecks : []);
const idsFoundBy = (group: Group) => group.flatMap(idsOf).sort();

const correctReports = new Map<string, Promise<Report>>();

/** Returns the report about the correct server that a faulty one is based on. */
const correctReportOf = (server: FaultyServer) =>
  getOrInsert(correctReports, `${server.base} ${skipOf(server)}`, () =>
    judge({ base: server.base, skip: skipOf(server) }),
  );

interface Run {
  readonly group: Group;
  readonly report: Report;
  /** How many rows of a screen the report of the whole suite fills. */
  readonly rows: number;
  /** The ids of the checks that report a fault. */
  readonly caught: readonly string[];
  /** What the faulty servers threw. */
  readonly thrown: readonly unknown[];
}

/** Runs the suite, or the checks that are given, against a server with the faults of a group. */
async function run(group: Group, only?: readonly string[]): Promise<Run> {
  const [first] = group;
  const correct = complaints(await correctReportOf(first));
  const thrown: unknown[] = [];
  const report = await judge({
    base: first.base,
    change: (right) =>
      group.reduce((server, { change }) => onBreak(change(server), (error) => thrown.push(error)), right),
    ...(only ? { only } : { skip: skipOf(first) }),
  });
  const rows = only ? 0 : rowsOf(prettyReport(report, { colour: false }));
  return { group, report, rows, caught: newlyCaught(report, correct).sort(), thrown };
}

const runs = new Map<Group, Promise<Run>>();

/** Returns the run of a server's group, or of the server alone if one fault of the group hides another. */
async function runOf(server: FaultyServer): Promise<Run> {
  const group = groups.find((one) => one.includes(server)) ?? [server];
  const together = await getOrInsert(runs, group, (members) => run(members));
  return together.caught.join() === idsFoundBy(group).join() ? together : run([server]);
}

/** Expects that the checks which do not pass because of the other faults of the group pass without those. */
async function expectNothingHidden(server: FaultyServer, { group, report }: Run): Promise<void> {
  const passed = new Set(report.results.filter(hasPassed).map(verdictOf));
  const correct = (await correctReportOf(server)).results.filter(hasPassed);
  const hidden = correct.filter((result) => !passed.has(verdictOf(result))).map(({ id }) => id);
  const own = idsOf(server).sort();
  if (group.length === 1 || hidden.every((id) => own.includes(id))) return;
  const { caught } = await run([server], [...own, ...hidden]);
  // Fewer checks send fewer requests, and may not see the fault.
  expect(caught.join() === own.join() ? caught : (await run([server])).caught).toEqual(own);
}

const verdictOf = ({ id, operation }: Result) => `${id} ${operation}`;
const hasPassed = ({ status }: Result) => status === 'passed';

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

test.each(faultyServers.map((server) => [server.name, server] as const))(
  'the whole suite reports the fault, and nothing else, of the faulty server %s',
  async (_, server) => {
    const judged = await runOf(server);
    const { group, report, rows, caught, thrown } = judged;
    expect(report.summary.errored).toBe(0);
    expect(rows).toBeLessThanOrEqual(screen.rows);
    expect(caught).toEqual(idsFoundBy(group));
    expect(thrown, 'the faulty server throws, which is not its fault').toEqual([]);
    await expectNothingHidden(server, judged);
    if (withWrongFigures.has(server)) await expectSameFingerprints(server, report);
  },
);
