import { describe, expect, test } from 'vitest';
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

/** Faulty servers of one kind, whose faults different areas of the suite report. */
type Group = readonly FaultyServer[];

/** With more, faults hide one another more often than a shorter run saves. */
const largestGroup = 8;

const idsOf = ({ caughtBy, alsoCaughtBy }: FaultyServer) => [caughtBy, ...alsoCaughtBy];
const areasOf = (server: FaultyServer) => idsOf(server).map((id) => id.split('.', 1)[0]);

function canShareARun(group: Group, server: FaultyServer): boolean {
  const areas = new Set(group.flatMap(areasOf));
  return (
    group.length < largestGroup &&
    group[0]?.base === server.base &&
    withWrongFigures.has(group[0]) === withWrongFigures.has(server) &&
    areasOf(server).every((area) => !areas.has(area))
  );
}

const groupOf = new Map<FaultyServer, Group>();
const groups: FaultyServer[][] = [];
for (const server of faultyServers) {
  const group = groups.find((one) => canShareARun(one, server)) ?? [];
  if (group.length === 0) groups.push(group);
  group.push(server);
  groupOf.set(server, group);
}

interface Run {
  readonly report: Report;
  /** The ids of the checks that report a fault. */
  readonly caught: readonly string[];
  /** What the faulty servers threw. */
  readonly thrown: readonly unknown[];
}

const correct = {
  independent: complaints(await judge()),
  mock: complaints(await judge({ base: 'mock' })),
};

/** Runs the whole suite against a server with the faults of a group. */
async function run(group: Group): Promise<Run> {
  const [{ base } = faultyServers[0] as FaultyServer] = group;
  const thrown: unknown[] = [];
  const report = await judge({
    base,
    change: (right) =>
      group.reduce((server, { change }) => onBreak(change(server), (error) => thrown.push(error)), right),
    skip: group.some((server) => withWrongFigures.has(server)) ? limitChecks : [],
  });
  return { report, caught: newlyCaught(report, correct[base]).sort(), thrown };
}

const runs = new Map<Group, Promise<Run>>();

/** Returns the run of a server's group, or of the server alone where one fault of the group hides another. */
async function runOf(server: FaultyServer): Promise<Run & { readonly group: Group }> {
  const group = groupOf.get(server) as Group;
  const together = await getOrInsert(runs, group, run);
  if (together.caught.join() === group.flatMap(idsOf).sort().join()) return { ...together, group };
  return { ...(await run([server])), group: [server] };
}

/** Returns the fingerprints of a check's violations. */
const fingerprintsOf = ({ results }: Report, check: string) =>
  new Set(results.flatMap(({ id, fingerprint }) => (id === check ? (fingerprint ?? []) : [])));

/** Judges the faults of a group on the other correct server, only by the checks that must report them. */
const onOther = (group: Group) =>
  judge({
    base: group[0]?.base === 'mock' ? 'independent' : 'mock',
    change: (right) => group.reduce((server, { change }) => change(server), right),
    only: group.map(({ caughtBy }) => caughtBy),
  });

const others = new Map<Group, Promise<Report>>();

/**
 * Expects the same fingerprints on the other correct server with the change: the two have different data and clocks, and
 * only the fault in common. A server without the data does not show the fault.
 */
async function expectSameFingerprints(server: FaultyServer, group: Group, report: Report): Promise<void> {
  const { caughtBy } = server;
  const own = fingerprintsOf(report, caughtBy);
  const together = fingerprintsOf(await getOrInsert(others, group, onOther), caughtBy);
  if (together.size === 0 || [...together].join() === [...own].join()) return;
  const alone = fingerprintsOf(await onOther([server]), caughtBy);
  if (alone.size > 0) expect(alone).toEqual(own);
}

describe('the whole suite reports the fault, and nothing else, of the faulty server', () => {
  test.each(faultyServers.map((server) => [server.name, server] as const))('%s', async (_, server) => {
    const { report, caught, thrown, group } = await runOf(server);
    expect(report.summary.errored).toBe(0);
    expect(rowsOf(prettyReport(report, { colour: false }))).toBeLessThanOrEqual(screen.rows);
    expect(caught).toEqual(group.flatMap(idsOf).sort());
    expect(thrown, 'the faulty server throws, which is not its fault').toEqual([]);
    if (withWrongFigures.has(server)) await expectSameFingerprints(server, group, report);
  });
});
