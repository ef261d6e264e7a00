import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { BadHar } from '../../conformance/engine/traffic/read-har.js';
import { checkTraffic } from '../../conformance/suite/run.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import type { CommandIo } from '../command.js';
import { loadWaivers } from '../input/load-waivers.js';
import { inputLimits, readInput } from '../input/read-input.js';
import { unreadable } from '../input/unreadable.js';
import { type CheckOptions, type ReportOptions, scopeOf } from '../options/shared-options.js';
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
  const { profile, only = [], skip = [], waivers, baseUrl } = options;
  const wanted = wantedReports(options);
  await prepareFiles(wanted);
  const report = await checkTraffic({
    profile,
    only,
    skip,
    scope: scopeOf(options),
    ...(waivers === undefined ? {} : { waivers: await loadWaivers(waivers) }),
    har: await read(file),
    file,
    attached: attachmentsOf(file),
    onProgress: progressTo(io.stderr),
    // Until then a signal ends the program at once.
    stop: () => {
      io.onForcedExit?.(() => 'The check was stopped before it wrote the report.\n');
      return io.signal;
    },
    ...(baseUrl === undefined ? {} : { baseUrl }),
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

/** @throws {BadHar} if the file cannot be read */
async function read(file: string): Promise<string> {
  try {
    return await readInput(file, inputLimits.archive);
  } catch (error) {
    throw new BadHar(unreadable(file, error as Error));
  }
}

/**
 * Reads bodies that Playwright saved as separate files in the folder of the archive or below it. Only regular
 * files are read, and no symbolic links that lead out of that folder.
 */
function attachmentsOf(file: string): (name: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  let bytesLeft = inputLimits.attachments;
  const readAttached = (name: string): string | undefined => {
    let descriptor: number | undefined;
    try {
      const folder = realpathSync(dirname(file));
      const path = join(realpathSync(dirname(join(folder, name))), basename(name));
      if (!path.startsWith(join(folder, sep))) return undefined;
      descriptor = openSync(
        path,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > bytesLeft) return undefined;
      bytesLeft -= stats.size;
      return readFileSync(descriptor, 'utf8');
    } catch {
      return undefined;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  };
  return (name) => getOrInsert(cache, name, readAttached);
}
