import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotStart } from '../conformance/cannot-start.js';
import { exitCodeOf } from '../conformance/report.js';
import { checkTraffic as judge } from '../conformance/traffic/check-traffic.js';
import { BadHar } from '../conformance/traffic/read-har.js';
import { BadWaivers } from '../conformance/waivers.js';
import { type Command, UsageError } from './command.js';
import { inputLimits, readInput } from './read-input.js';
import { prepareFiles, reportsAskedFor, writeReports } from './reports.js';
import { readTrafficOptions, trafficHelp, trafficOptions } from './traffic-options.js';
import { unreadable } from './unreadable.js';

const help = `Usage: cost-contract check-traffic <file.har> [options]

Tells whether recorded traffic keeps the contract, without sending anything: every check that needs no
control of the server judges the answers in the file.

  <file.har>              an HTTP archive (HAR 1.2), as browsers, Playwright and mitmproxy record it,
                          with the bodies of answers

Options:
  --base-url URL          what stands before /api/v1 in the addresses of the API (default: as the
                          file shows it)
${trafficHelp}
API keys, cookies and other credentials in the file never appear in a report.

Exit codes: 0 what was seen conforms, 1 violates, 2 could not start: no archive, or nothing of the API in
it, 3 incomplete: an operation was called, and no answer of it was recorded with its body.
`;

export const checkTraffic: Command = {
  name: 'check-traffic',
  summary: 'tell whether recorded traffic keeps the contract',
  help,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'base-url': { type: 'string' }, ...trafficOptions },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) {
      throw new UsageError('Give one HTTP archive, such as recording.har.');
    }
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:\/\/[^/]/.test(baseUrl)) {
      throw new UsageError(`--base-url begins with http:// or https://, not ${baseUrl}.`);
    }
    const wanted = reportsAskedFor(values);
    await prepareFiles(wanted);
    try {
      const report = judge({
        ...(await readTrafficOptions(values)),
        har: await read(file),
        file,
        attached: besides(file),
        ...(baseUrl === undefined ? {} : { baseUrl }),
      });
      return (await writeReports(report, wanted, io)) ? exitCodeOf(report) : 2;
    } catch (error) {
      if (!(error instanceof BadHar || error instanceof CannotStart || error instanceof BadWaivers))
        throw error;
      io.stderr.write(`cost-contract check-traffic: ${error.message}\n`);
      return 2;
    }
  },
};

/** @throws {BadHar} when there is no such file */
async function read(file: string): Promise<string> {
  try {
    return await readInput(file, inputLimits.archive);
  } catch (error) {
    throw new BadHar(unreadable(file, error as Error));
  }
}

/**
 * Playwright can put bodies into files of their own, in the folder of the archive. No link is followed, which
 * may lead out of that folder, and nothing but a file is read.
 */
function besides(file: string): (name: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  let left = inputLimits.attachments;
  const readAttached = (name: string): string | undefined => {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(
        join(dirname(file), name),
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > left) return undefined;
      left -= stats.size;
      return readFileSync(descriptor, 'utf8');
    } catch {
      return undefined;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  };
  return (path) => {
    const name = basename(path);
    if (!known.has(name)) known.set(name, readAttached(name));
    return known.get(name);
  };
}
