// @ts-check
// Measures the overhead of the client over `fetch`, and writes a section of docs/benchmarks.md.
// `npm run bench:client`; `-- --quick` is a short test run without meaningful results.
import { join } from 'node:path';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { clientReport } from './lib/client-report.mjs';
import { measureClient } from './lib/measure-client.mjs';
import { writeSection } from './lib/results-page.mjs';
import { mockArgs } from './lib/servers.mjs';

const { quick } = optionsOf({ quick: false });
const { createClient } = await import(join(root, 'dist/src/client/index.js'));
const how = quick ? { rounds: 1, batches: 4, calls: 5 } : { rounds: 7, batches: 40, calls: 10 };

process.once('SIGINT', () => process.exit(130));

const results = await measureClient(
  createClient,
  (scenario) => mockArgs(['--quiet', '--scenario', scenario]),
  how,
  (text) => process.stderr.write(`${text}\n`),
);
const report = clientReport(results, how);
if (!quick) writeSection('Client', report);
console.log(report);
