// @ts-check
// Measures the mock against other servers of the same document, all in one run, and writes a section of
// docs/benchmarks.md. `npm run bench:mock`; with `-- --quick` only a few of them for a moment, which shows
// that it works and nothing else.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/lib/paths.mjs';
import { measureMock } from './lib/measure-mock.mjs';
import { mockReport } from './lib/mock-report.mjs';
import { writeSection } from './lib/results-page.mjs';
import { serversFor } from './lib/servers.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const answers = join(folder, 'answers.json');
const { mock, prism, quiet, openapiBackend, mockoon, ready, serialising } = serversFor(answers);

/** @param {string} text */
const tell = (text) => process.stderr.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true }));

if (values.quick) {
  const servers = { mock, ready };
  const how = { rounds: 1, milliseconds: 30, connections: 4, isLargeToo: false };
  console.log(mockReport(servers, await measureMock(servers, answers, how, tell), how));
} else {
  tell('installing the other servers');
  execFileSync(
    'npm',
    ['ci', '--prefix', join(root, 'tests/benchmarks'), '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const servers = { mock, prism, quiet, openapiBackend, mockoon, ready, serialising };
  const how = { rounds: 5, milliseconds: 700, connections: 32, isLargeToo: true };
  const report = mockReport(servers, await measureMock(servers, answers, how, tell), how);
  writeSection('Mock server', report);
  console.log(report);
}
