import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { expectRefusal, runCommand } from '../../tests/support/command/command-io.js';
import { env, faulty, only, withFixtures } from '../../tests/support/command/verify-servers.js';
import { serve } from '../../tests/support/serve.js';
import { serving } from '../../tests/support/serving.js';

/** A terminal on which a test presses keys. */
function terminal() {
  const modes: boolean[] = [];
  const setRawMode = (isRaw: boolean) => void modes.push(isRaw);
  return { modes, stdin: Object.assign(new PassThrough(), { isTTY: true, setRawMode }) };
}

type Press = (key: string) => unknown;

/** Runs `verify --watch`, and takes the next step whenever it waits: presses a key, or acts otherwise. */
async function watched(
  url: string,
  steps: readonly (string | ((press: Press) => unknown))[],
  onDown: () => unknown = () => {},
) {
  const { stdin, modes } = terminal();
  const press: Press = (key) => stdin.write(key);
  let waits = 0;
  const { code, stdout, stderr } = await runCommand(['verify', url, '--watch', ...only], {
    env,
    stdin,
    onStderr(text) {
      if (text.endsWith('Waiting until it is back.\n')) void onDown();
      if (text.split('q to quit.').length - 1 === waits) return;
      const step = steps[waits];
      waits += 1;
      if (typeof step === 'string') press(step);
      else step?.(press);
    },
  });
  const verdicts = [...stdout.matchAll(/^\d+ checks?, (\d+) verdicts?:/gm)].map(([, count]) => Number(count));
  const words = [...stdout.matchAll(/^(CONFORMS|VIOLATES|INCOMPLETE)/gm)].map(([word]) => word);
  return { code, stderr, verdicts, words, modes };
}

test.each(['r', 'f', '\r', '\n', 'xr'])('runs only what failed again for %j', async (key) => {
  const { code, words, verdicts, stderr } = await watched(await serving(faulty), [key, 'q']);
  expect(words).toEqual(['VIOLATES', 'VIOLATES']);
  expect(verdicts[1]).toBeLessThan(verdicts[0] as number);
  expect(stderr).toMatch(
    /Press r to run what failed or was blocked again \(\d+\), a to run all, q to quit\./,
  );
  expect(code).toBe(1);
});

test('runs everything for a, and for r if nothing failed; exits with the last verdict', async () => {
  let handler = faulty;
  const url = await serving((request) => handler(request));
  const fix = (press: Press) => {
    handler = withFixtures;
    press('r');
  };
  const { code, words, verdicts, stderr } = await watched(url, ['a', fix, 'r', 'q']);
  const [first, all, failed, again] = verdicts as [number, number, number, number];
  expect(words).toEqual(['VIOLATES', 'VIOLATES', 'CONFORMS', 'CONFORMS']);
  expect([all, again]).toEqual([first, first]);
  expect(failed).toBeLessThan(first);
  expect(stderr).toContain('Press r to run all again, q to quit.');
  expect(code).toBe(0);
});

test('reads single keys only while it waits, and quits for Ctrl-C and at the end of the input', async () => {
  const url = await serving(withFixtures);
  expect((await watched(url, ['a', '\u0003'])).modes).toEqual([true, false, true, false]);
  const { stdin } = terminal();
  stdin.end();
  expect(await runCommand(['verify', url, '--watch', ...only], { env, stdin })).toMatchObject({ code: 0 });
});

test('runs again what failed when the server is back after it was down', async () => {
  const server = await serve(faulty);
  const start = async () => {
    const { close } = await serve(withFixtures, Number(new URL(server.url).port));
    onTestFinished(close);
  };
  const { code, words, stderr } = await watched(server.url, [() => server.close(), 'q'], start);
  expect(words).toEqual(['VIOLATES', 'CONFORMS']);
  expect(stderr).toContain(`${server.url} is down. Waiting until it is back.\n`);
  expect(code).toBe(0);
});

test('goes on if a run cannot start', async () => {
  const server = await serve(faulty);
  const stop = async (press: Press) => {
    await server.close();
    press('r');
  };
  const { code, words, stderr } = await watched(server.url, [stop, 'q']);
  expect(words).toEqual(['VIOLATES']);
  expect(stderr).toContain('does not respond: nothing listens there (connection refused).\n');
  expect(code).toBe(1);
});

test('stops on a signal', async () => {
  const stop = new AbortController();
  const { stdin } = terminal();
  const { code } = await runCommand(['verify', await serving(withFixtures), '--watch', ...only], {
    env,
    stdin,
    signal: stop.signal,
    onStderr: () => stop.abort(),
  });
  expect(code).toBe(0);
});

test.each([
  [[], 'standard input is not a terminal. In a script, run verify with --reporter json=report.json, then'],
  [['--plan'], '--watch and --plan exclude each other. Remove one.'],
])('exits with 2 before it sends anything with %j', async (args, message) => {
  const stdin = new PassThrough();
  const watch = ['verify', 'http://127.0.0.1:1', '--watch', ...args];
  expectRefusal(await runCommand(watch, { env, stdin }), message);
});
