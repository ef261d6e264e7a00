import { spawnSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/focus/duckdb.js';
import { runCli, startCli } from '../support/command/cli.js';
import { listening, serving } from '../support/serving.js';
import { aHar } from '../support/suite/har-fixture.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Runs the command with little memory. */
const run = (...args: string[]) =>
  runCli(args, {
    env: { NODE_OPTIONS: '--max-old-space-size=256', COST_CONTRACT_API_KEYS: 'one_test_caller' },
  });

const nowhere = 'http://127.0.0.1:1';
/** Sets the title of a terminal and the text colour. */
const control = '\u001b]0;title\u0007\u001b[31m\u009b2J\u202e';
const controlCharacters = /(?!\n)[\p{Cc}\p{Cf}]/u;

test.each([
  ['--waivers', '512 KiB'],
  ['--fixtures', '1 MiB'],
])('does not exhaust memory on an endless %s', async (option, limit) => {
  const { code, stderr } = await run('verify', nowhere, option, '/dev/zero');
  expect(stderr).toContain(`/dev/zero: it is larger than ${limit}.\n`);
  expect(code).toBe(2);
});

test('does not read a waivers file of 16 MB', async () => {
  const file = join(temporaryFolder('inputs'), 'waivers.yaml');
  await writeFile(file, '- a\n'.repeat(4_000_000));
  const { code, stderr } = await run('verify', nowhere, '--waivers', file);
  expect(stderr).toContain('it is larger than 512 KiB');
  expect(code).toBe(2);
});

test('does not exhaust memory on endless fixtures at a URL', async () => {
  const chunk = Buffer.alloc(1 << 20, ' ');
  const server = createServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const address = `${await listening(server)}/`;
  const { code, stderr } = await run('verify', nowhere, '--fixtures', address);
  expect(stderr).toContain(`${address}: it is larger than 1 MiB.`);
  expect(code).toBe(2);
});

test('does not follow a redirect of fixtures', async () => {
  const requested: string[] = [];
  const elsewhere = await serving(({ path }) => {
    requested.push(path);
    return { status: 200, headers: {}, body: '{}' };
  });
  const redirecting = await serving(() => ({
    status: 302,
    headers: { location: `${elsewhere}/latest/meta-data` },
    body: '',
  }));
  const { code, stderr } = await run('verify', nowhere, '--fixtures', redirecting);
  expect(stderr).toContain(`it redirects to ${elsewhere}/latest/meta-data`);
  expect(code).toBe(2);
  expect(requested).toEqual([]);
});

test.each([
  ['the check of a waiver', `- check: "\\e]0;title\\a\\e[31m"\n  operation: api\n`],
  ['a property of a waiver', `- "\\e[31mname": x\n`],
])('escapes control characters in %s', async (_name, text) => {
  const file = join(temporaryFolder('inputs'), 'waivers.yaml');
  await writeFile(file, text);
  const { code, stderr } = await run('verify', nowhere, '--waivers', file);
  expect(stderr).toContain('\\u001b');
  expect(stderr).not.toMatch(controlCharacters);
  expect(code).toBe(2);
});

test.each([
  ['an unknown option', ['verify', `--${control}`]],
  ['an unknown command', [control]],
  ['an address', ['verify', `http://127.0.0.1:1/${control}`]],
  ['a missing archive', ['check-traffic', control]],
  ['a value of an option', ['mock', '--engine', control]],
])('escapes control characters in a message about %s', async (_name, args) => {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr).not.toMatch(controlCharacters);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('escapes control characters in a URL of an archive', async () => {
  const file = join(temporaryFolder('inputs'), 'trip.har');
  await writeFile(file, aHar({ url: `http://api.example${control}/api/v1/providers` }));
  const { code, stdout } = await run('check-traffic', file);
  expect(stdout).toContain('Conformance of http://api.example\\u001b]0;title');
  expect(stdout).not.toMatch(controlCharacters);
  expect(code).toBe(0);
});

test('escapes control characters in a message about invalid JSON of an archive', async () => {
  const file = join(temporaryFolder('inputs'), 'trip.har');
  await writeFile(file, `{"log": ${control}}`);
  const { code, stderr } = await run('check-traffic', file);
  expect(stderr).not.toMatch(controlCharacters);
  expect(code).toBe(2);
});

test('does not follow a symbolic link next to an archive', async () => {
  const path = temporaryFolder('inputs');
  await writeFile(join(path, 'secret'), '{"success":"root:x"}');
  await symlink(join(path, 'secret'), join(path, 'body.json'));
  await writeFile(join(path, 'trip.har'), aHar({ content: { size: 20, _file: 'body.json' } }));
  const report = join(path, 'report.json');
  const { code, stdout, stderr } = await run('check-traffic', join(path, 'trip.har'), '--output', report);
  expect(stdout + stderr).not.toContain('root:x');
  expect(await readFile(report, 'utf8')).toContain('recorded without the response body');
  expect(code).toBe(3);
});

test('does not wait for a named pipe next to an archive', async () => {
  const path = temporaryFolder('inputs');
  spawnSync('mkfifo', [join(path, 'body.json')]);
  await writeFile(join(path, 'trip.har'), aHar({ content: { size: 20, _file: 'body.json' } }));
  expect(await run('check-traffic', join(path, 'trip.har'))).toMatchObject({ code: 3 });
});

test('does not exhaust memory on an archive of millions of empty objects', async () => {
  const file = join(temporaryFolder('inputs'), 'trip.har');
  await writeFile(file, `{"log":{"entries":[${'{},'.repeat(11_000_000)}{}]}}`);
  const { code, stderr } = await run('check-traffic', file);
  expect(stderr).toContain('more than 20 million names and values');
  expect(code).toBe(2);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a command that waits for its input',
  async (signal) => {
    const pipe = join(temporaryFolder('inputs'), 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const args of [
      ['check-traffic', pipe],
      ['verify', nowhere, '--waivers', pipe],
      ['verify', nowhere, '--fixtures', pipe],
      ['proxy', nowhere, '--waivers', pipe],
    ]) {
      const { child, ended } = startCli(args);
      let writer: FileHandle | undefined;
      await expect
        .poll(async () => {
          writer ??= await openForWriting(pipe);
          return writer;
        })
        .toBeDefined();
      child.kill(signal);
      expect(await ended).toMatchObject({ code: null, signal });
      await writer?.close();
    }
  },
);

/** @returns a handle once there is a reader */
async function openForWriting(pipe: string): Promise<FileHandle | undefined> {
  return open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENXIO') throw error;
    return undefined;
  });
}

const hasProcFs = existsSync('/proc/self/status');

test.skipIf(!hasProcFs)(
  `a Parquet file with 300,000 tag keys takes at most 2 GB${hasProcFs ? '' : ' (skipped: only Linux shows the peak of memory)'}`,
  { timeout: 300_000 },
  async () => {
    const file = join(temporaryFolder('inputs'), 'tags.parquet');
    const { connection, close } = await openDatabase({
      temporary: temporaryFolder('inputs'),
      memoryLimit: '1GB',
    });
    // About 10 MB: each key is 32 characters that do not compress.
    await connection.run(
      `COPY (SELECT bill.* REPLACE (json_object(md5(i::VARCHAR), 'v') AS Tags)
             FROM (SELECT * FROM read_csv('docs/examples/bill/costs.csv', all_varchar = true) LIMIT 1) bill, range(300000) keys(i))
       TO '${file}' (FORMAT parquet)`,
    );
    close();
    const { child, output, ended } = startCli(['mock', '--data', file, '--port', '0']);
    onTestFinished(() => void child.kill());
    await Promise.race([
      ended,
      vi.waitUntil(() => output.stderr.includes('Data: '), { timeout: 280_000, interval: 200 }),
    ]);
    expect(output.stderr).toContain('Data: 300,000 rows of 1 file');
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    expect(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1])).toBeLessThan(2_000_000);
  },
);
