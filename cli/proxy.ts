import { CannotStart } from '../conformance/cannot-start.js';
import { printable } from '../conformance/printable.js';
import { subjectName } from '../conformance/report/findings.js';
import { exitCodeOf } from '../conformance/report.js';
import type { Result } from '../conformance/result.js';
import { targetAddress } from '../conformance/target/target-address.js';
import { createProxy } from '../conformance/traffic/proxy.js';
import type { CommandIo } from './command.js';
import { HarFile } from './har-file.js';
import { loadWaivers } from './load-waivers.js';
import { notWhole } from './output.js';
import { type CheckOptions, type ReportOptions, scopeOf } from './report-options.js';
import { prepareFiles, wantedReports, writeReports } from './reports.js';
import { listenProblem, stopped } from './serving.js';

export interface ProxyCommandOptions extends CheckOptions, ReportOptions {
  readonly profile: 'standard' | 'strict';
  readonly port: number;
  readonly har?: string;
}

/**
 * Judges what passes by until it is stopped.
 *
 * @throws {UsageError | CannotStart}
 */
export async function runProxy(
  address: string,
  options: ProxyCommandOptions,
  io: CommandIo,
): Promise<number> {
  const { profile, port, har, only = [], skip = [], waivers } = options;
  const wanted = wantedReports(options);
  await prepareFiles(wanted, har);
  const target = targetAddress(address);
  const known = waivers === undefined ? {} : { waivers: await loadWaivers(waivers) };
  const archive = har === undefined ? undefined : new HarFile(har);
  const running = createProxy({
    profile,
    only,
    skip,
    scope: scopeOf(options),
    ...known,
    target,
    onFault: (results) => io.stderr.write(results.map(line).join('')),
    onUnreachable: (error) =>
      io.stderr.write(`${address} does not respond (${error.message}); such requests get a 502.\n`),
    ...(archive && { onEntry: (entry) => archive.add(entry) }),
  });
  // From here on a signal ends it in order, and whoever has read its address may send one.
  const stopRequested = stopped(io);
  try {
    io.stdout.write(`${await running.listen({ port })}\n`);
    io.stderr.write(`In front of ${address}; stop it (Ctrl-C) for the report.\n`);
    io.onEndedAtOnce?.(() => 'The proxy was ended before its report.\n');
    await stopRequested;
  } catch (error) {
    await running.close();
    throw listenProblem(error, '127.0.0.1', port);
  }
  const report = await running.close();
  const cut = await archive?.end();
  if (archive && cut) io.stderr.write(notWhole(archive.path, cut));
  if (report.summary.passed + report.summary.failed + report.summary.warned === 0) {
    throw new CannotStart('No response of the API passed by, so there is nothing to judge.');
  }
  const areWhole = await writeReports(report, wanted, io);
  return areWhole && !cut ? exitCodeOf(report) : 2;
}

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
