// @ts-check
// Starts the mock, runs the suite against it and stops the mock. `npm run demo`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { requireBuild } from './lib/build/require-build.mjs';
import { root } from './lib/paths.mjs';

requireBuild('dist/cli/main.js');
const program = join(root, 'dist/cli/main.js');

const mock = spawn(process.execPath, [program, 'mock', '--port', '0', '--quiet'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(mock, 'exit');
try {
  const url = await Promise.race([
    firstLine(mock.stdout),
    ended.then(([code]) =>
      Promise.reject(new Error(`The mock exited with code ${code} before it was ready.`)),
    ),
  ]);
  console.log(
    `$ npx cloud-cost-contract mock --port 0 --quiet\n${url}\n\n$ npx cloud-cost-contract verify ${url}`,
  );
  const verify = spawn(process.execPath, [program, 'verify', url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  [process.exitCode] = await once(verify, 'exit');
} finally {
  mock.kill('SIGTERM');
  await ended;
}

/** @param {import('node:stream').Readable} stream */
async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('The mock closed its output before it was ready.');
}
