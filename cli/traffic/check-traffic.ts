import { exitCodeOf } from '../../conformance/engine/report.js';
import { checkTraffic } from '../../conformance/suite/run.js';
import { defined } from '../../src/defined.js';
import type { CommandIo } from '../command.js';
import { attachmentsOf, readArchive } from '../input/read-archive.js';
import { selectionOf } from '../input/selection.js';
import type { CheckOptions, ReportOptions } from '../options/shared-options.js';
import { prepareFiles, wantedReports, writeReports } from '../output/reports.js';

/** Milliseconds between two lines of progress. */
const progressMs = 3000;

export interface CheckTrafficCommandOptions extends CheckOptions, ReportOptions {
  readonly profile: 'standard' | 'strict';
  readonly baseUrl?: string;
}

/**
 * Checks recorded traffic against the contract.
 *
 * @throws {UsageError | CannotStart}
 */
export async function runCheckTraffic(
  file: string,
  options: CheckTrafficCommandOptions,
  io: CommandIo,
): Promise<number> {
  const { profile, baseUrl } = options;
  const wanted = wantedReports(options);
  await prepareFiles(wanted);
  const report = await checkTraffic({
    profile,
    ...(await selectionOf(options)),
    har: await readArchive(file),
    file,
    attached: attachmentsOf(file),
    onProgress: progressTo(io.stderr),
    // Until then a signal ends the program at once.
    stop: () => {
      io.onForcedExit?.(() => 'The check was stopped before it wrote the report.\n');
      return io.signal;
    },
    ...defined({ baseUrl }),
  });
  return (await writeReports(report, wanted, options, io)) ? exitCodeOf(report) : 2;
}

/** Returns a function that prints a line every few seconds. */
function progressTo(stderr: CommandIo['stderr']): (judged: number, total: number) => void {
  let next = Date.now() + progressMs;
  return (judged, total) => {
    if (Date.now() < next) return;
    next = Date.now() + progressMs;
    stderr.write(`Checked ${judged} of ${total} exchanges.\n`);
  };
}
