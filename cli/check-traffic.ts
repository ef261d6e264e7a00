import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotStart } from '../conformance/cannot-start.js';
import { exitCodeOf } from '../conformance/report/report.js';
import { checkTraffic as judge } from '../conformance/traffic/check-traffic.js';
import { BadHar } from '../conformance/traffic/read-har.js';
import { BadWaivers } from '../conformance/waivers.js';
import { type Command, UsageError } from './command.js';
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
    return await readFile(file, 'utf8');
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ERR_STRING_TOO_LONG':
      case 'ERR_FS_FILE_TOO_LARGE':
        throw new BadHar(`${file} is larger than can be read at once (512 MB): record less, or in parts.`);
      default:
        throw new BadHar(unreadable(file, error as Error));
    }
  }
}

/** Playwright can put bodies into files of their own, in the folder of the archive. */
function besides(file: string): (name: string) => string | undefined {
  return (name) => {
    try {
      return readFileSync(join(dirname(file), basename(name)), 'utf8');
    } catch {
      return undefined;
    }
  };
}
