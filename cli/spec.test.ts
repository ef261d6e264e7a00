import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/paths.mjs';
import { runCommand } from '../tests/support/command/command-io.js';

const built = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
const run = (...args: string[]) => runCommand(['spec', ...args]);

test.each([
  ['3.1', 'openapi'],
  ['3.0', 'openapi-3.0'],
])('prints the document in OpenAPI %s', async (version, name) => {
  expect(await run('--openapi', version)).toMatchObject({ code: 0, stdout: built(`${name}.yaml`) });
  const { stdout } = await run('--openapi', version, '--format', 'json');
  expect(JSON.parse(stdout)).toEqual(JSON.parse(built(`${name}.json`)));
});

test('prints OpenAPI 3.1 by default, and refuses other versions', async () => {
  expect((await run()).stdout).toBe(built('openapi.yaml'));
  const { code, stderr } = await run('--openapi', '2.0');
  expect(stderr).toContain('3.1, 3.0');
  expect(code).toBe(2);
});
