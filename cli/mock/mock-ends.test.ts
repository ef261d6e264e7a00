import { afterAll, expect, test } from 'vitest';
import { buildPrograms } from '../../tests/support/mock/programs.js';

const programs = await buildPrograms('cli/main.ts');
afterAll(() => programs.remove());

const authorization = 'Bearer ccc_test_caller';

/** Starts a mock with a request in flight that takes a minute. */
const startBusy = async () => {
  const program = programs.start('main', ['mock', '--port', '0']);
  const url = await program.line();
  const headers = { authorization, 'mock-latency': '60000' };
  const slow = fetch(`${url}/api/v1/providers`, { headers }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  // When a second request has its response, the mock has read the slow one.
  await fetch(`${url}/api/v1/providers`, { headers: { authorization } });
  return { program, slow };
};

test.each(['SIGTERM', 'SIGINT'] as const)(
  'exits on %s without waiting for a delayed response',
  async (signal) => {
    const { program, slow } = await startBusy();
    const before = performance.now();
    expect(await program.end(signal)).toBe(0);
    // Two seconds on an idle machine.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(await slow).toBe('cut off');
  },
);
