import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusLabels } from '../../conformance/engine/report/findings.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import { createMock } from '../../mocks/create-mock.js';
import { operations } from '../../src/generated/operations.js';
import { runCommand } from '../support/command/command-io.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';
import { serving } from '../support/serving.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { createPartialServer } from './partial-server.js';

const implemented = [
  'listProviders',
  'listProviderBudgets',
  'listCommitments',
  'getCommitment',
  'createWebhookEndpoint',
] as const;
/** Implemented, but not in scope. */
const excluded = 'listProviderBudgets';
const formats = ['json', 'junit', 'ctrf', 'html', 'markdown', 'github'] as const;

interface Run {
  readonly code: number;
  readonly report: Report;
  readonly plan: string;
  /** The run in each format. */
  readonly texts: Readonly<Record<'pretty' | (typeof formats)[number], string>>;
}

/** Lists providers as an object and pages without their number of items, and returns a commitment without `success`. */
async function createFaulty(): Promise<Handler> {
  const whole = mockHandler(await createMock());
  const changes: Readonly<Record<string, (body: string) => string>> = {
    providers: (body) => body.replace('[', '{"a":[').replace(']', ']}'),
    commitments: (body) => body.replace('"total_items"', '"total"'),
    'commitments/detail': (body) => body.replace('"success"', '"ok"'),
  };
  return async (request) => {
    const response = await whole(request);
    const path = /^\/api\/v1\/(\w+(?:\/detail)?)/.exec(request.path)?.[1] ?? '';
    return { ...response, body: changes[path]?.(response.body) ?? response.body };
  };
}

const stale = `
- check: envelope.success-is-boolean
  operation: listProviders
  fingerprint: fp-000000000000
  reason: TODO
  expires: 2099-01-01
`;

/** Waives the first failure of a draft, and one that does not occur. */
function waiversOf(draft: string): string {
  const [first = ''] = draft.split('\n\n').filter((part) => part.includes('check:'));
  return `${first}\n${stale}`.replaceAll('TODO', 'accepted in a test');
}

/** Runs the suite in a scope, with waivers and every reporter. */
async function runOnce(): Promise<Run> {
  const url = await serving(createPartialServer(await createFaulty(), implemented, 404));
  const folder = temporaryFolder('report-numbers');
  const file = (name: string) => join(folder, name);
  const args = ['verify', url, '--allow-missing', '--exclude-operation', excluded, '--skip', 'limits.*'];
  await runCommand([...args, '--write-waivers', file('draft.yaml')]);
  await writeFile(file('waivers.yaml'), waiversOf(await readFile(file('draft.yaml'), 'utf8')));
  args.push('--waivers', file('waivers.yaml'));
  const { stdout: plan } = await runCommand([...args, '--plan']);
  const reporters = formats.flatMap((name) => ['--reporter', `${name}=${file(name)}`]);
  const { code, stdout } = await runCommand([...args, '--reporter', 'pretty', ...reporters]);
  const read = await Promise.all(formats.map(async (name) => [name, await readFile(file(name), 'utf8')]));
  const texts = { ...Object.fromEntries(read), pretty: stdout };
  return { code, report: JSON.parse(texts.json), plan, texts };
}

const numbers = (text: string, pattern: RegExp) => (pattern.exec(text)?.slice(1) ?? []).map(Number);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

let once: Promise<Run> | undefined;
/** The run, shared by the tests. */
const theRun = () => (once ??= runOnce());

test('the run has each kind of result', async () => {
  const { code, report } = await theRun();
  const { results, summary, stale_waivers } = report;
  expect([code, exitCodeOf(report)]).toEqual([1, 1]);
  expect(stale_waivers).toHaveLength(1);
  for (const [status, seen] of Object.entries(summary))
    expect(seen, status).toBe(results.filter((result) => result.status === status).length);
  const { errored, ...others } = summary;
  expect(errored).toBe(0);
  expect(Object.values(others)).not.toContain(0);
});

test('every report has the same numbers of operations', async () => {
  const { report, texts } = await theRun();
  const { progress, coverage } = report;
  const inScope = operations.length - 1;
  const done = implemented.length - 1;
  expect(progress?.implemented).toHaveLength(done);
  expect(progress?.missing).toHaveLength(inScope - done);
  expect(coverage.operations).toHaveLength(inScope);
  expect(coverage.summary.operations).toEqual({ seen: done, of: inScope });
  for (const name of ['pretty', 'html', 'markdown'] as const) {
    expect(numbers(texts[name], /(\d+) of (\d+) operations are implemented/), name).toEqual([done, inScope]);
    expect(numbers(texts[name], /(\d+) of (\d+) operations are in scope/), name).toEqual([
      inScope,
      operations.length,
    ]);
  }
  const proposed = texts.markdown.split('(only proposed)').length - 1;
  const accepted = `${inScope - done} operations not implemented (${proposed} only proposed), which --allow-missing accepts`;
  for (const name of ['json', 'junit', 'ctrf', 'html'] as const) expect(texts[name]).toContain(accepted);
});

test('every report has the same coverage', async () => {
  const { report, texts } = await theRun();
  const { operations, statuses, parameters, requirements } = report.coverage.summary;
  const line = `${operations.seen} of ${operations.of} operations · ${statuses.seen} of ${statuses.of} documented statuses · parameters: ${parameters.accepted} of ${parameters.of} accepted, ${parameters.refused} rejected if invalid · ${requirements.seen} of ${requirements.of} requirements`;
  expect(texts.pretty).toContain(line);
  expect(texts.markdown).toContain(line);
  const facts = [
    ['Operations', operations.seen, operations.of],
    ['Documented statuses', statuses.seen, statuses.of],
    ['Parameters accepted', parameters.accepted, parameters.of],
    ['Parameters rejected', parameters.refused, parameters.of],
    ['Requirements checked', requirements.seen, requirements.of],
  ];
  for (const [name, seen, of] of facts)
    expect(texts.html).toContain(`<dt>${name}</dt><dd>${seen} of ${of}</dd>`);
});

test('every report has the same number of requests, and no more than the plan', async () => {
  const { report, plan, texts } = await theRun();
  const requests = sum(Object.values(report.requests));
  for (const name of ['pretty', 'markdown'] as const)
    expect(numbers(texts[name], /(\d+) requests in/), name).toEqual([requests]);
  expect(texts.html).toContain(`<dt>Requests</dt><dd>${requests}</dd>`);
  const [planned = 0, ...byKey] = numbers(
    plan,
    /At most (\d+) requests: (\d+) with the first API key, (\d+) with the second, (\d+) with the third, (\d+) without/,
  );
  expect(sum(byKey)).toBe(planned);
  expect(planned).toBeGreaterThanOrEqual(requests);
});

test('every report for people has the same numbers of checks and verdicts', async () => {
  const { report, plan, texts } = await theRun();
  const { results, summary } = report;
  const checks = new Set(results.map(({ id }) => id)).size;
  for (const name of ['pretty', 'html', 'github'] as const)
    expect(texts[name], name).toContain(`${checks} checks, ${results.length} verdicts`);
  for (const [status, label] of statusLabels.filter(([one]) => summary[one] > 0)) {
    for (const name of ['pretty', 'github'] as const)
      expect(texts[name]).toContain(`${summary[status]} ${label}`);
    expect(texts.html).toContain(`<b>${summary[status]}</b> <span>${label}</span>`);
  }
  const row = statusLabels.map(([status]) => summary[status]).filter((seen) => seen > 0);
  expect(texts.markdown).toContain(`\n| ${row.join(' | ')} |\n`);
  for (const { id } of results) expect(plan).toContain(` × ${id}`);

  // The rows of the table, and the line of the blocked verdicts.
  const rows = [...texts.pretty.matchAll(/^(?:[a-z]\w+|the whole API) .* (\d+) +(\d+) +(\d+)$/gm)];
  const columns = [1, 2, 3].map((column) => sum(rows.map((cells) => Number(cells[column]))));
  expect(columns).toEqual([summary.passed, summary.failed, summary.blocked]);
  const [byFailures = 0] = numbers(texts.pretty, /(\d+) verdicts: not tested because of failures above/);
  const [byOthers = 0] = numbers(
    texts.pretty,
    /(\d+) verdicts: not tested because of warnings or waived failures/,
  );
  expect(byFailures + byOthers).toBe(summary.blocked);
});

test('JUnit and CTRF have a test for each verdict and each stale waiver', async () => {
  const { report, texts } = await theRun();
  const { results, summary } = report;
  const { failed, warned, passed, waived, blocked, not_applicable } = summary;
  const tests = results.length + 1;
  const skipped = waived + blocked + not_applicable;
  const attributes = /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/g;
  const [whole = [], ...suites] = [...texts.junit.matchAll(attributes)].map((match) =>
    match.slice(1).map(Number),
  );
  expect(whole).toEqual([tests, failed + 1, 0, skipped]);
  expect(whole).toEqual([0, 1, 2, 3].map((index) => sum(suites.map((counts) => counts[index] ?? 0))));
  expect(texts.junit.match(/<testcase /g)).toHaveLength(tests);
  expect(texts.junit.match(/<skipped /g)).toHaveLength(skipped);
  const ctrf = JSON.parse(texts.ctrf).results;
  expect(ctrf.tests).toHaveLength(tests);
  expect(ctrf.summary).toMatchObject({
    tests,
    passed: passed + warned,
    failed: failed + 1,
    skipped,
    other: 0,
  });
});
