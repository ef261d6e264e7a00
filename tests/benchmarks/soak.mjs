// @ts-check
// Asks the mock two million different things over real sockets, judges every answer, and looks whether
// memory stays level. Ends with 1 when an answer was wrong, an error unhandled, or memory has grown.
// `npm run soak`, or `npm run soak -- --requests 20000` for less.
import { parseArgs } from 'node:util';
import { pinThisProcess } from './lib/cores.mjs';
import { writeSection } from './lib/results-page.mjs';
import { soakReport, verdictOf } from './lib/soak/report.mjs';
import { runSoak } from './lib/soak/run.mjs';

const standard = '2000000';
const { values } = parseArgs({
  options: { requests: { type: 'string', default: standard }, seed: { type: 'string', default: '1' } },
});

for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d*$/.test(value)) continue;
  console.error(`--${name} is a whole number above 0, not ${value}.`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
pinThisProcess();
const outcome = await runSoak({ requests: Number(values.requests), seed: Number(values.seed) }, (text) =>
  process.stderr.write(`${text}\n`),
);
const report = soakReport(outcome);
console.log(report);
if (values.requests === standard) writeSection('Soak', report);
process.exitCode = verdictOf(outcome).isGood ? 0 : 1;
