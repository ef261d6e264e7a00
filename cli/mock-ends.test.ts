import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPrograms, type Programs } from '../tests/support/mock/programs.js';

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms('cli/main.ts');
});
afterAll(() => programs.remove());

const authorization = 'Bearer ccc_test_caller';

/** Starts a mock on which a request is under way that takes a minute. */
const startBusy = async () => {
  const program = programs.start('main', ['mock', '--port', '0']);
  const url = await program.line();
  const headers = { authorization, 'mock-latency': '60000' };
  const slow = fetch(`${url}/api/v1/providers`, { headers }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  // By the time another request is answered, the slow one has been read.
  await fetch(`${url}/api/v1/providers`, { headers: { authorization } });
  return { program, slow };
};

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a latency in flight does not delay the end at %s',
  async (signal) => {
    const { program, slow } = await startBusy();
    const before = performance.now();
    expect(await program.end(signal)).toBe(0);
    // Two seconds on a machine that has nothing else to do.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(await slow).toBe('cut off');
  },
);
