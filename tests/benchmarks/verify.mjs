// @ts-check
// Measures the duration of `cost-contract verify`, and writes a section of docs/benchmarks.md.
// `npm run bench:verify`; `-- --quick` is a single run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { machine } from './lib/machine.mjs';
import { writeSection } from './lib/results-page.mjs';
import { startServer } from './lib/server-process.mjs';
import { median } from './lib/statistics.mjs';

const { quick } = optionsOf({ quick: false });
const maxSeconds = 3;
const program = join(root, 'dist/cli/main.js');

process.once('SIGINT', () => process.exit(130));

/** One run against a new mock, because the previous run exhausted the rate limit. */
async function measure() {
  // On both cores, as in practice.
  const isPinned = false;
  const server = await startServer((port) => [program, 'mock', '--port', String(port)], { isPinned });
  try {
    const args = [program, 'verify', `http://127.0.0.1:${server.port}`, '--reporter', 'json'];
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const seconds = (performance.now() - startedAt) / 1000;
    if (code !== 0) throw new Error(`verify exited with ${code} on the mock.`);
    console.error(`${seconds.toFixed(2)} s`);
    return { seconds, ...JSON.parse(report) };
  } finally {
    await server.stop();
  }
}

const runs = [];
for (let round = 0; round < (quick ? 1 : 5); round += 1) runs.push(await measure());
const wall = median(runs.map(({ seconds }) => seconds));
const inside = median(runs.map(({ duration_ms }) => duration_ms / 1000));
const [{ requests, results }] = runs;
const sent = Object.values(requests).reduce((sum, count) => sum + count, 0);

const report = `${machine(false)}. \`npm run bench:verify\`: the duration of the whole command in the standard profile, against a
mock in another process; median of ${runs.length} runs.

- ${wall.toFixed(2)} s in total, ${inside.toFixed(2)} s of it from the first request to the report: ${results.length} results, ${sent} requests
  (caller ${requests.caller}, second caller ${requests.second_caller}, spare ${requests.spare}, without a valid key ${requests.anonymous})

Goals:

- the whole command: ${wall.toFixed(2)} s (goal: at most ${maxSeconds} s), ${wall <= maxSeconds ? 'met' : '**missed**'}`;
if (!quick) writeSection('Verify', report);
console.log(report);
