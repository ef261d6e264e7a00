import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import type { Result } from '../../conformance/engine/judge/result.js';
import { subjectName } from '../../conformance/engine/report/findings.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { targetAddress } from '../../conformance/engine/target/target-address.js';
import { api } from '../../conformance/suite/api.js';
import { createProxy } from '../../conformance/suite/run.js';
import { suiteVersion } from '../../conformance/suite/version.js';
import { printable } from '../../src/text/printable.js';
import type { CommandIo } from '../command.js';
import { selectionOf } from '../input/selection.js';
import type { CheckOptions, ReportOptions } from '../options/shared-options.js';
import { incompleteMessage } from '../output/output.js';
import { prepareFiles, wantedReports, writeReports } from '../output/reports.js';
import { asUsageError, stopped } from '../serving.js';

export interface ProxyCommandOptions extends CheckOptions, ReportOptions {
  readonly profile: 'standard' | 'strict';
  readonly port: number;
  readonly record?: string;
}

/**
 * Runs the proxy until the program is stopped, then writes the report.
 *
 * @throws {UsageError | CannotStart}
 */
export async function runProxy(
  address: string,
  options: ProxyCommandOptions,
  io: CommandIo,
): Promise<number> {
  const { profile, port, record } = options;
  const wanted = wantedReports(options);
  await prepareFiles(wanted, record);
  const target = targetAddress(address, api.basePath);
  const selection = await selectionOf(options);
  const archive = record === undefined ? undefined : new HarFile(record);
  const running = createProxy({
    profile,
    ...selection,
    target,
    signal: io.signal,
    onFinding: (results) => io.stderr.write(results.map(describeFinding).join('')),
    onUnreachable: (error) =>
      io.stderr.write(`${address} cannot be reached (${error.message}). The proxy responds with 502.\n`),
    ...(archive && { onEntry: (entry) => archive.add(entry) }),
  });
  // Must precede the line with the URL: a program that has read it may send a signal immediately.
  const stopRequested = stopped(io);
  try {
    io.stdout.write(`${await running.listen({ port })}\n`);
    io.stderr.write(`Proxying ${address}. Press Ctrl-C to print the report.\n`);
    io.onForcedExit?.(() => 'The proxy was stopped before it wrote the report.\n');
    await stopRequested;
  } catch (error) {
    await running.close();
    throw asUsageError(error, '127.0.0.1', port);
  }
  const report = await running.close();
  const archiveError = await archive?.end();
  if (archive && archiveError) io.stderr.write(incompleteMessage(archive.path, archiveError));
  if (report.summary.passed + report.summary.failed + report.summary.warned === 0) {
    throw new CannotStart('No response of the API passed through the proxy, so there is nothing to check.');
  }
  const areComplete = await writeReports(report, wanted, options, io);
  return areComplete && !archiveError ? exitCodeOf(report) : 2;
}

/** Describes a finding when it occurs. The report has all details. */
function describeFinding({ id, status, operation, message, expected, actual, exchange }: Result): string {
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

/** Writes an HTTP archive entry by entry, so that memory use does not grow with it. */
class HarFile {
  readonly #stream;
  readonly #failure: Promise<Error | undefined>;
  #separator = '\n';

  constructor(readonly path: string) {
    this.#stream = createWriteStream(path);
    this.#failure = finished(this.#stream).then(
      () => undefined,
      (error: Error) => error,
    );
    const creator = JSON.stringify({ name: 'cloud-cost-contract proxy', version: suiteVersion });
    this.#stream.write(`{"log":{"version":"1.2","creator":${creator},"entries":[`);
  }

  add(entry: object): void {
    if (this.#stream.destroyed) return;
    this.#stream.write(`${this.#separator}${JSON.stringify(entry)}`);
    this.#separator = ',\n';
  }

  /** @returns the error that left the archive incomplete, if any */
  end(): Promise<Error | undefined> {
    this.#stream.end('\n]}}\n');
    return this.#failure;
  }
}
