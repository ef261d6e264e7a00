import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTraffic } from '../../conformance/suite/run.js';
import { createIndependentServer } from '../independent/typescript/independent-server.js';
import { csvOf, usage } from '../support/bill/focus-files.js';
import { startCli } from '../support/command/cli.js';
import { serving } from '../support/serving.js';
import { aHar, base, providersResponse } from '../support/suite/har-fixture.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const timeout = 100_000;
/** Just below the longest body that is read. */
const length = 16 * 2 ** 20 - 1024;
const long = (unit: string, most = length) => unit.repeat(most / unit.length);
/** A text of that length when it is JSON. */
const longInJson = (unit: string, most = length) =>
  unit.repeat((most - 1024) / (JSON.stringify(unit).length - 2));

/** The texts on which expressions with several repetitions take longest, and those with most escapes. */
const units = [
  ...[':0:0(at :', 'a', ' ', '0', '{', '\\', '"', '%25', '&amp;', '//a', '\n    at a (b:1:1)'],
  ...['\\u0061', '{\\"token\\":\\"', '//a:b@', '\u001b'],
];

const listed = (provider_name: unknown) => ({
  ...providersResponse,
  data: [{ provider_id: 'p', provider_name }],
});

test.each([
  ...units.map((unit) => ({ unit, mb: 4 })),
  ...['\\', '{\\"token\\":\\"'].map((unit) => ({ unit, mb: 16 })),
])('judges recorded bodies of $mb MB of $unit', { timeout }, async ({ unit, mb }) => {
  const most = mb * 2 ** 20 - 1024;
  const text = longInJson(unit, most);
  const error = { code: 'NOT_FOUND', message: text, details: null };
  const bodies = [
    { responseBody: long(unit, most) },
    { responseBody: listed(text) },
    { status: 404, responseBody: { ...providersResponse, success: false, data: undefined, error } },
  ];
  for (const parts of bodies) {
    const { results } = await checkTraffic({ har: aHar(parts) });
    expect(results.filter(({ status }) => status === 'errored')).toEqual([]);
    expect(results.filter(({ status }) => status === 'failed' || status === 'passed')).not.toEqual([]);
  }
});

test.each(['a', '{', ':0:0(at :'])(
  'judges traffic with credentials of 16 MB of %j',
  { timeout },
  async (unit) => {
    const text = long(unit);
    const report = await checkTraffic({
      har: aHar({
        headers: { Authorization: `Bearer ${text}`, Cookie: text },
        responseHeaders: { 'content-type': 'application/json', 'set-cookie': `a=${text}` },
      }),
    });
    expect(report.summary).toMatchObject({ failed: 0, errored: 0 });
    expect(JSON.stringify(report)).not.toContain(text.slice(0, 1000));
  },
);

test.each(['\\', '%25', '\u001b'])(
  'judges an archive with headers and a request of 4 MB of %j, and shows their beginning',
  { timeout },
  async (unit) => {
    const text = long(unit).slice(0, length / 4);
    const report = await checkTraffic({
      har: aHar(
        {
          method: 'POST',
          url: `${base}/api/v1/webhooks/endpoints`,
          headers: { Authorization: 'Bearer one_secret_key', 'idempotency-key': text, 'x-a': text },
          body: text,
          status: 500,
          responseHeaders: { 'content-type': text, deprecation: text },
        },
        { url: `${base}/api/v1/providers?a=${text}` },
        { method: text },
      ),
    });
    expect(report.summary.failed).toBeGreaterThan(0);
    expect(report.notes).toContain('Not checked: 1 exchange with a URL of more than 64 Ki characters.');
    expect(JSON.stringify(report).length).toBeLessThan(10_000_000);
  },
);

/** Most seconds from Ctrl-C to the exit on a busy machine. Alone, it takes less than two. */
const mostSeconds = 6;

/** Sends Ctrl-C, and again until the program ends if it is `pressed` twice. */
async function interrupted(
  { child, ended }: Pick<ReturnType<typeof startCli>, 'child' | 'ended'>,
  pressed: 'once' | 'twice' = 'once',
) {
  const startedAt = performance.now();
  child.kill('SIGINT');
  // Sooner, it counts as one, because it arrives twice under npx.
  const again = pressed === 'twice' ? setTimeout(() => child.kill('SIGINT'), 600) : undefined;
  const result = await ended;
  clearTimeout(again);
  expect((performance.now() - startedAt) / 1000).toBeLessThan(mostSeconds);
  return result;
}

test('Ctrl-C ends verify while it judges bodies of 16 MB', { timeout }, async () => {
  let responses = 0;
  const body = JSON.stringify(listed(longInJson('\\')));
  const url = await serving(() => {
    responses += 1;
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  });
  const env = { COST_CONTRACT_API_KEYS: 'one_test_caller' };
  const { child, ended } = startCli(['verify', url, '--operation', 'listProviders'], { env });
  await expect.poll(() => responses, { timeout: 30_000 }).toBeGreaterThan(4);
  const { code, signal, stdout } = await interrupted({ child, ended });
  expect(stdout).toContain('The run was stopped before it finished.');
  expect(signal).toBeNull();
  expect([1, 3]).toContain(code);
});

/** Writes an archive of 200 MB and waits until its first exchanges are judged. */
async function checking() {
  const file = join(temporaryFolder('long-texts'), 'traffic.har');
  // Judging a name that occurs so often takes longer than reading it.
  const repeated = `{${'"a":1,'.repeat(300_000)}"a":1}`;
  const responseBody = JSON.stringify(providersResponse).replace(/}$/, `,"x":${repeated}}`);
  writeFileSync(file, aHar(...Array.from({ length: 110 }, () => ({ responseBody }))));
  const running = startCli(['check-traffic', file]);
  await expect.poll(() => running.output.stderr, { timeout: 60_000 }).toContain('Checked ');
  return running;
}

test('Ctrl-C ends check-traffic in an archive of 200 MB, with a report', { timeout }, async () => {
  const { child, ended } = await checking();
  const { code, stdout } = await interrupted({ child, ended });
  expect(stdout).toMatch(/Not checked: \d+ exchanges that the stopped check had not reached/);
  expect(code).toBe(3);
});

test.each(['once', 'twice'] as const)(
  'Ctrl-C, pressed %s, ends the proxy while it judges bodies of 4 MB, the longest',
  { timeout },
  async (pressed) => {
    const body = JSON.stringify(listed(longInJson('{\\"token\\":\\"', 4 * 2 ** 20)));
    const headers = { 'content-type': 'application/json' };
    const target = await serving(() => ({ status: 200, headers, body }));
    const running = startCli(['proxy', target, '--port', '0']);
    await expect.poll(() => running.output.stderr, { timeout: 30_000 }).toContain('Ctrl-C');
    const url = `${running.output.stdout.trim()}/api/v1/providers`;
    const read = async () =>
      (await fetch(url, { headers: { authorization: 'Bearer one_test_caller' } })).text();
    await Promise.all([read(), read(), read(), read(), read(), read()]);
    const { code, signal, stdout } = await interrupted(running, pressed);
    if (signal === null) expect(stdout).toContain('Checked ');
    // 3 if it was stopped before it had judged all.
    if (pressed === 'once') expect([0, 3]).toContain(code);
    // It may have ended before it was pressed again.
    else expect(signal === 'SIGINT' || code !== null).toBe(true);
  },
);

test.each([
  ['mock', ['mock', '--port', '0'], 'Stopped while reading data.'],
  ['verify', ['verify'], 'The run was stopped while it read the bill.'],
])('Ctrl-C ends %s while it reads a bill', { timeout }, async (name, args, message) => {
  const folder = temporaryFolder('long-texts');
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const rows = Array.from({ length: 300_000 }, (_, index) => ({ ...usage, ResourceId: `vm-${index}` }));
  writeFileSync(join(folder, 'bill.csv'), csvOf(rows));
  const url = name === 'mock' ? [] : [await serving(createIndependentServer({ keys: ['one_test_caller'] }))];
  const env = { TMPDIR: temporary, COST_CONTRACT_API_KEYS: 'one_test_caller' };
  const { child, ended } = startCli([...args, ...url, '--data', join(folder, 'bill.csv')], { env });
  await expect.poll(() => readdirSync(temporary), { interval: 5, timeout: 30_000 }).not.toEqual([]);
  expect(await interrupted({ child, ended })).toMatchObject({
    code: 2,
    stderr: `cost-contract ${name}: ${message}\n`,
  });
  expect(readdirSync(temporary)).toEqual([]);
});
