import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { printable } from '../../../src/text/printable.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { curlOf } from './curl.js';
import type { Exchange } from './exchange.js';

function sent(headers: Record<string, string>): Exchange {
  return {
    operationId: 'listProviders',
    as: 'caller',
    undocumented: false,
    request: { method: 'GET', url: 'http://a/api/v1/providers', path: '', query: [], headers, body: null },
    response: null,
    failure: null,
  };
}

test.each([
  ['Bearer $COST_CONTRACT_API_KEY', '-H "authorization: Bearer $COST_CONTRACT_API_KEY"'],
  ['Bearer $COST_CONTRACT_API_KEY.0', '-H "authorization: Bearer $COST_CONTRACT_API_KEY.0"'],
  ['$COST_CONTRACT_API_KEY', '-H "authorization: $COST_CONTRACT_API_KEY"'],
  ['Bearer$COST_CONTRACT_API_KEY', '-H "authorization: Bearer$COST_CONTRACT_API_KEY"'],
  ['Bearer: $COST_CONTRACT_API_KEY', '-H "authorization: Bearer: $COST_CONTRACT_API_KEY"'],
  ['Bearer $COST_CONTRACT_API_KEY word', '-H "authorization: Bearer $COST_CONTRACT_API_KEY word"'],
  ['Basic $COST_CONTRACT_API_KEY:', '-u "$COST_CONTRACT_API_KEY:"'],
])('the shell expands the variable of the key: %s', (authorization, option) => {
  expect(curlOf(sent({ authorization }))).toBe(`curl -i ${option} 'http://a/api/v1/providers'`);
});

test.each([
  ['x-note', '$COST_CONTRACT_API_KEY$(id)'],
  ['authorization', '$COST_CONTRACT_$(id) [redacted]'],
  ['authorization', 'Bearer $COST_CONTRACT_API_KEY.$(id)'],
  ['x-note', `it's "so"`],
])('the shell executes nothing in a header: %s: %s', (name, value) => {
  expect(curlOf(sent({ [name]: value }))).toBe(
    `curl -i -H '${name}: ${value.replaceAll("'", `'\\''`)}' 'http://a/api/v1/providers'`,
  );
});

describe.each(['bash', 'dash'])('pasted into %s', (shell) => {
  let folder = '';
  beforeAll(() => {
    folder = temporaryFolder('curl');
    mkdirSync(join(folder, 'bin'));
    // A stub of curl that records its arguments, each terminated by NUL, and its input.
    const stub = `#!/bin/sh
printf '%s\\0' "$@" > "$FOLDER/args"
case "$*" in *@-*) cat > "$FOLDER/stdin" ;; esac
`;
    writeFileSync(join(folder, 'bin', 'curl'), stub, { mode: 0o755 });
  });

  function paste(command: string): { args: string[]; body: string | undefined } {
    const { status, stderr } = spawnSync(shell, {
      input: `${command}\n`,
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        FOLDER: folder,
        LC_ALL: 'C.UTF-8',
        COST_CONTRACT_API_KEY: 'the key',
      },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const args = readFileSync(join(folder, 'args'), 'utf8').split('\0').slice(0, -1);
    const inline = args.indexOf('--data-raw');
    const body = inline < 0 ? readFileSync(join(folder, 'stdin'), 'utf8') : args[inline + 1];
    return { args, body };
  }

  function pasted(body: string) {
    const command = curlOf({ request: { ...sent({}).request, method: 'POST', body } });
    expect(printable(command)).toBe(command);
    return { command, ...paste(command) };
  }

  test('the key is expanded', () => {
    const { request } = sent({ authorization: 'Bearer $COST_CONTRACT_API_KEY' });
    expect(paste(curlOf({ request: { ...request, body: '{}' } })).args).toContain(
      'authorization: Bearer the key',
    );
  });

  const large = 2 * 1024 * 1024;
  test.each([
    ['one letter', `{"description":"${'x'.repeat(large)}"}`],
    ['one letter of several bytes', `{"a":"${'ü'.repeat(large / 2)}"}`],
    ['the same item', `{"a":[${'{"b":"it\'s"},'.repeat(large / 12)}1]}`],
    ['a list in a list', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['shell metacharacters', '$(id)`%s\\'.repeat(20_000)],
  ])('a body of 2 MiB of %s is not part of the command line', (_name, body) => {
    const { command, body: arrived } = pasted(body);
    expect(arrived === body).toBe(true);
    expect(command.length).toBeLessThan(500);
  });

  const unrepetitive = (length: number) => Array.from({ length }, (_, index) => `${index}'%`).join('\n');

  test('a large body without repetition arrives unchanged', () => {
    const body = unrepetitive(5000);
    expect(pasted(body).body === body).toBe(true);
  });

  test('a body too long for a command does not enlarge the report', () => {
    const body = unrepetitive(500_000);
    const command = curlOf({ request: { ...sent({}).request, body } });
    expect(command.length).toBeLessThan(500);
    expect(command).toContain(`The request body of ${body.length} characters`);
    expect(paste(command).args).toContain('@body');
  });

  test('any body arrives unchanged', () => {
    const unit = fc.string({
      unit: fc.constantFrom('a', "'", '"', '\\', '%', '\n', '\u001b', '\u202e', '$', 'é', '😀'),
    });
    const run = fc.tuple(unit, fc.nat(3000)).map(([text, times]) => text.repeat(times));
    const bodies = fc
      .array(fc.oneof(unit, run), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(bodies, (body) => {
        fc.pre(body.length < 100_000);
        expect(pasted(body).body).toBe(body);
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  test('control characters in a URL or a header arrive but are not printed', () => {
    const { request } = sent({ 'x-note': 'a\tb\u009b%' });
    const command = curlOf({ request: { ...request, url: 'http://a/\u001b[2J', body: '{}' } });
    expect(printable(command)).toBe(command);
    expect(paste(command).args).toEqual(
      expect.arrayContaining(['x-note: a\tb\u009b%', 'http://a/\u001b[2J']),
    );
  });
});
