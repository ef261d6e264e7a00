// @ts-check
// Compares the mock with other servers of the same document, and writes a section of docs/benchmarks.md.
// `npm run bench:mock`; `-- --quick` is a short test run with a few servers, without meaningful results.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { measureMock } from './lib/measure-mock.mjs';
import { mockReport } from './lib/mock-report.mjs';
import { writeSection } from './lib/results-page.mjs';
import { serversFor } from './lib/servers.mjs';

const { quick } = optionsOf({ quick: false });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const file = join(folder, 'responses.json');
const all = serversFor(file);
const peers = join(root, 'tests/benchmarks');

process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true }));

if (!quick) {
  console.error('installing the other servers');
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', peers, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
}
const servers = quick ? { mock: all.mock, ready: all.ready } : all;
const how = quick
  ? { rounds: 1, milliseconds: 250, connections: 4, isLargeToo: false }
  : { rounds: 5, milliseconds: 700, connections: 32, isLargeToo: true };
const report = mockReport(servers, await measureMock(servers, file, how, console.error), how);
if (!quick) writeSection('Mock server', report);
console.log(report);
