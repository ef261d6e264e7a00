// @ts-check
import { expect, test } from 'vitest';
import { runProgram } from './run-program.mjs';

test('returns the exit code and the output of a program', async () => {
  const program = 'console.log("one"); console.error("two"); process.exitCode = 3;';
  const { code, output } = await runProgram(process.execPath, ['-e', program]);
  expect(code).toBe(3);
  expect(output).toMatch(/^one$/m);
  expect(output).toMatch(/^two$/m);
});

test('reports a missing program', async () => {
  await expect(runProgram('no-such-program', [])).rejects.toThrow(
    'Command not found: no-such-program. Install it and try again.',
  );
});
