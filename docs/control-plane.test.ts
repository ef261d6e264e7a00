import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../mocks/control/routes.js';
import { createMock, type Mock } from '../mocks/create-mock.js';

const guide = readFileSync(new URL('./control-plane.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)]
  .map(([, block = '']) => block)
  .filter((block) => block.includes('curl'));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('every path of the control plane has a line to run', () => {
  const missing = Object.entries(routes).flatMap(([name, methods]) =>
    Object.keys(methods)
      .map((method) =>
        method === 'GET' ? `curl $MOCK/__mock/${name}` : `curl -X ${method} $MOCK/__mock/${name}`,
      )
      .filter((line) => !blocks.some((block) => block.includes(line))),
  );
  expect(missing).toEqual([]);
});

describe.skipIf(!hasCurl && !process.env.CI)('the lines of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-plane-'));
  let mock: Mock;
  let url: string;
  beforeAll(async () => {
    mock = await createMock();
    url = await mock.listen();
  });
  afterAll(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });

  test.each(blocks)('%s', async (block) => {
    const script = `set -e\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n${block}`;
    const env = { ...process.env, MOCK: url };
    await promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
  });
});
