// @ts-check
// Sends two million requests of many kinds to the mock over sockets, checks every response, and checks for memory leaks.
// Exits with 1 on an invalid response, an unhandled error or memory growth.
// `npm run soak`, or `npm run soak -- --requests 20000` for a shorter run.
import { optionsOf } from '../../scripts/lib/options.mjs';
import { leaveServersCore } from './lib/machine.mjs';
import { writeSection } from './lib/results-page.mjs';
import { soakReport, verdictOf } from './lib/soak/report.mjs';
import { runSoak } from './lib/soak/run.mjs';

const standard = 2_000_000;
const options = optionsOf({ requests: standard, seed: 1 });
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));
leaveServersCore();
const outcome = await runSoak(options, console.error);
const report = soakReport(outcome);
console.log(report);
if (options.requests === standard) writeSection('Soak', report);
process.exitCode = verdictOf(outcome).isGood ? 0 : 1;
