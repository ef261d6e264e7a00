import { expect, test } from 'vitest';
import { checks } from '../conformance/suite/checks/index.js';
import { runCommand } from '../tests/support/command/command-io.js';

const run = (...args: string[]) => runCommand(['checks', ...args]);

test('lists every check with level, basis and requirement', async () => {
  const { code, stdout } = await run();
  expect(stdout).toContain(
    'idempotency.replay-is-marked\n  MUST stated: A write repeated with the same key returns Idempotent-Replayed: true.\n',
  );
  // A run without a bill reports fewer.
  const [, all, ofBill] = /^(\d+) checks; (\d+) of them run only with verify --data$/m.exec(stdout) ?? [];
  expect(Number(all)).toBe(checks.length);
  expect(Number(ofBill)).toBe(checks.filter(({ id }) => id.startsWith('bill.')).length);
  expect(code).toBe(0);
});

test('prints unique ids and sources with --json', async () => {
  const rows = JSON.parse((await run('--json')).stdout);
  expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(rows.length);
  expect(rows[0]).toEqual({
    id: expect.any(String),
    level: expect.any(String),
    basis: expect.any(String),
    requirement: expect.any(String),
    source: expect.any(String),
  });
});
