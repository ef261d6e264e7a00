import { parseArgs } from 'node:util';
import { CannotStart } from '../conformance/cannot-start.js';
import { printable } from '../conformance/printable.js';
import { subjectName } from '../conformance/report/findings.js';
import { exitCodeOf } from '../conformance/report.js';
import type { Result } from '../conformance/result.js';
import { targetAddress } from '../conformance/target/target-address.js';
import { createProxy } from '../conformance/traffic/proxy.js';
import { BadWaivers } from '../conformance/waivers.js';
import type { Command } from './command.js';
import { HarFile } from './har-file.js';
import { integer } from './integer.js';
import { oneAddress } from './one-address.js';
import { notWhole } from './output.js';
import { prepareFiles, reportsAskedFor, writeReports } from './reports.js';
import { listenProblem, stopped } from './serving.js';
import { readTrafficOptions, trafficHelp, trafficOptions } from './traffic-options.js';

const help = `Usage: cost-contract proxy <url> [options]

Stands in front of a server, forwards everything as it is, and judges the answers of the API that pass by:
point a frontend's own test run at it. Prints its address on standard output once it answers, each kind of
fault on standard error when it first shows, and the report when it is stopped (Ctrl-C).

  <url>                   the server's address, without /api/v1

Options:
  --port N                port to listen on, 0 for any free one (default: 4011); only programs on this
                          machine reach it
  --har FILE              writes what passed between the client and the API to an HTTP archive
${trafficHelp}
API keys and other credentials are forwarded, and neither shown nor stored: in the archive they are taken
out. The address stands before the report on standard output, so give a report for programs a file of its own.

Exit codes: 0 what was seen conforms, 1 violates, 2 could not start, or nothing of the API was seen.
`;

export const proxy: Command = {
  name: 'proxy',
  summary: 'judge live traffic in front of a server',
  help,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4011' },
        har: { type: 'string' },
        ...trafficOptions,
      },
    });
    const address = oneAddress(positionals);
    const port = integer('port', values.port, 0, 65_535);
    const wanted = reportsAskedFor(values);
    await prepareFiles(wanted, values.har);
    try {
      const target = targetAddress(address);
      const options = await readTrafficOptions(values);
      const archive = values.har === undefined ? undefined : new HarFile(values.har);
      const running = createProxy({
        ...options,
        target,
        onFault: (results) => io.stderr.write(results.map(line).join('')),
        onUnreachable: (error) =>
          io.stderr.write(`${address} does not answer (${error.message}); such requests get a 502.\n`),
        ...(archive && { onEntry: (entry) => archive.add(entry) }),
      });
      // From here on a signal ends it in order, and whoever has read its address may send one.
      const toldToStop = stopped(io);
      try {
        io.stdout.write(`${await running.listen({ port })}\n`);
        io.stderr.write(`In front of ${address}; stop it (Ctrl-C) for the report.\n`);
        io.onEndedAtOnce?.(() => 'The proxy was ended before its report.\n');
        await toldToStop;
      } catch (error) {
        await running.close();
        throw listenProblem(error, '127.0.0.1', values.port);
      }
      const report = await running.close();
      const cut = await archive?.end();
      if (archive && cut) io.stderr.write(notWhole(archive.path, cut));
      if (report.summary.passed + report.summary.failed + report.summary.warned === 0) {
        throw new CannotStart('No answer of the API came by, so there is nothing to judge.');
      }
      const areWhole = await writeReports(report, wanted, io);
      return areWhole && !cut ? exitCodeOf(report) : 2;
    } catch (error) {
      if (!(error instanceof CannotStart || error instanceof BadWaivers)) throw error;
      io.stderr.write(`cost-contract proxy: ${error.message}\n`);
      return 2;
    }
  },
};

/** A fault as it happens; the report tells it whole. */
function line({ id, status, operation, message, expected, actual, exchange }: Result): string {
  const { method, url } = exchange?.request ?? {};
  return [
    `${status === 'failed' ? '✗' : '!'} ${id} in ${subjectName(operation)}: ${message}`,
    ...(expected === null ? [] : [`    expected  ${expected}`]),
    ...(actual === null ? [] : [`    actual    ${actual}`]),
    ...(url === undefined ? [] : [`    seen in   ${method} ${url}`]),
  ]
    .map((text) => `${printable(text)}\n`)
    .join('');
}
