import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.js';

const bin = fileURLToPath(new URL('bin.mjs', import.meta.url));
const run = (file: string) => spawnSync(process.execPath, [file, '--version'], { encoding: 'utf8' });

test('starts the built program', () => {
  const { status, stdout } = run(bin);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^cost-contract \d/) });
});

test('without a build, says how to build', () => {
  const folder = temporaryFolder('bin');
  copyFileSync(bin, join(folder, 'bin.mjs'));
  expect(run(join(folder, 'bin.mjs'))).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Run: npm ci && npm run build'),
  });
});
