// @ts-check
import { expect, test } from 'vitest';
import { runProgram } from './run-program.mjs';

test('tells how a program ended and what it wrote', async () => {
  const program = 'console.log("one"); console.error("two"); process.exitCode = 3;';
  const { code, output } = await runProgram(process.execPath, ['-e', program]);
  expect(code).toBe(3);
  expect(output).toMatch(/^one$/m);
  expect(output).toMatch(/^two$/m);
});

test('says what is missing where there is no such program', async () => {
  await expect(runProgram('no-such-program', [])).rejects.toThrow(
    'There is no program no-such-program here; install it, and run this again.',
  );
});
