import { existsSync } from 'node:fs';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { type LeftBehind, nothingLeft } from '../../conformance/engine/target/created-endpoints.js';
import { describeLeft } from '../../conformance/engine/target/describe-left.js';
import { targetAddress } from '../../conformance/engine/target/target-address.js';
import { api } from '../../conformance/suite/api.js';
import { planChecks, runChecks, waitForServer } from '../../conformance/suite/run.js';
import { defined } from '../../src/defined.js';
import { printable } from '../../src/text/printable.js';
import { type CommandIo, UsageError } from '../command.js';
import { dataOptions } from '../data-options.js';
import { environmentKeys, optionKeys, usableKeys } from '../input/api-keys.js';
import { selectionOf } from '../input/selection.js';
import { inShell } from '../output/in-shell.js';
import {
  prepareFiles,
  type WantedReport,
  wantedReports,
  writeOutput,
  writeReports,
} from '../output/reports.js';
import { describePlan } from './describe-plan.js';
import { loadFixtures } from './load-fixtures.js';
import { isUnsuccessful, loadLastFailed } from './load-last-failed.js';
import { repeatHint } from './repeat-hint.js';
import type { VerifyCommandOptions } from './verify-options.js';
import { keyboardOf, type WatchedRun, type Which, watch } from './watch.js';

/** How long a server that restarts may take to be ready, in seconds. */
const restartSeconds = 60;

/**
 * Runs the suite against a server: once, or with `watch` until the user quits.
 *
 * @throws {UsageError | CannotStart}
 */
export async function runVerify(
  target: string,
  options: VerifyCommandOptions,
  io: CommandIo,
): Promise<number> {
  const wanted = wantedReports(options);
  const draft = options.writeWaivers;
  if (draft !== undefined && existsSync(draft)) {
    throw new UsageError(`${draft} already exists. Write the draft to another file and copy from it.`);
  }
  const keyboard = options.watch ? keyboardOf(io, options) : undefined;
  await prepareFiles(wanted, draft);
  await waitIfRequested(target, options, io);
  if (options.plan) {
    const plan = await withProgress(io, async (shown) =>
      planChecks({ ...(await runOptionsOf(target, options, io)), ...shown, signal: io.signal }),
    );
    io.stdout.write(describePlan(plan, options.rate));
    return 0;
  }
  const run = (which: Which) => runOnce(target, options, { wanted, io, which });
  if (keyboard === undefined) return (await run('selected')).exitCode;
  const untilReady = () => waitIfRequested(target, { ...options, wait: restartSeconds }, io);
  return watch(targetAddress(target, api.basePath), keyboard, io, { run, untilReady });
}

/** Runs the checks once, and writes the reports. */
async function runOnce(
  target: string,
  { lastFailed, ...options }: VerifyCommandOptions,
  { wanted, io, which }: { wanted: readonly WantedReport[]; io: CommandIo; which: Which },
): Promise<WatchedRun> {
  const selected = which === 'selected' && lastFailed !== undefined ? { lastFailed } : {};
  const runOptions = {
    ...(await runOptionsOf(target, { ...options, ...selected }, io)),
    ...(typeof which === 'string' ? {} : { verdicts: which }),
  };
  const report = await withProgress(io, (shown) => judge({ ...runOptions, ...shown }, io));
  const areComplete = await writeReports(report, wanted, options, io);
  const draft = options.writeWaivers;
  const isDrafted = draft === undefined || (await writeDraft(draft, report, io));
  const unsuccessful = report.results.filter(isUnsuccessful);
  const exitCode = exitCodeOf(report);
  if (areComplete && exitCode !== 0 && unsuccessful.length > 0 && !io.signal.aborted && !options.watch)
    io.stderr.write(repeatHint(target, options, wanted, io));
  return { exitCode: areComplete && isDrafted ? exitCode : 2, unsuccessful };
}

/** Waits before the fixtures are read, which may be on the server. */
async function waitIfRequested(target: string, options: VerifyCommandOptions, io: CommandIo): Promise<void> {
  const { wait: seconds = 0, timeout } = options;
  if (seconds === 0) return;
  await withProgress(io, ({ onWait }) =>
    waitForServer({ target, seconds, timeoutMs: timeout * 1000, signal: io.signal, onWait }),
  );
}

async function runOptionsOf(
  target: string,
  options: VerifyCommandOptions,
  io: CommandIo,
): Promise<RunOptions> {
  const { profile, fixtures, lastFailed, bail, rate, receiverUrl, receiverPort, timeout } = options;
  const { onProgress: _, ...bill } = dataOptions(options, io);
  return {
    target,
    apiKeys: usableKeys([...optionKeys(options.apiKey), ...environmentKeys(io.env, options.apiKeysFrom)]),
    profile,
    ...(await selectionOf(options)),
    allowMissing: options.allowMissing === true,
    allowWrites: options.allowWrites === true,
    allowRateLimit: options.allowRateLimit === true,
    timeoutMs: timeout * 1000,
    ...defined({ bail, rate }),
    ...(receiverUrl !== undefined && { receiver: { url: receiverUrl, port: receiverPort } }),
    ...bill,
    ...(fixtures !== undefined && { fixtures: await fixturesFor(target, fixtures, options) }),
    ...(lastFailed !== undefined && { verdicts: await loadLastFailed(lastFailed) }),
  };
}

/** @throws {CannotStart} if fixtures that nobody requested name a URL of another server, to which `verify` would write */
async function fixturesFor(target: string, from: string, { fixturesAreFound }: VerifyCommandOptions) {
  const fixtures = await loadFixtures(from);
  const { origin } = targetAddress(target, api.basePath);
  const foreign = (['events_url', 'clock_url'] as const).find(
    (name) => fixtures[name] !== undefined && new URL(fixtures[name], origin).origin !== origin,
  );
  if (!fixturesAreFound || foreign === undefined) return fixtures;
  throw new CannotStart(
    `${foreign} in ${from} is not on ${origin}. If you trust the file, add --fixtures ${inShell(from)}`,
  );
}

/** Runs the checks. A signal stops the run gracefully, because there may be something to clean up. */
async function judge(options: RunOptions, io: CommandIo): Promise<Report> {
  let leftBehind = (): LeftBehind => nothingLeft;
  const report = await runChecks({
    ...options,
    signal: io.signal,
    onBegun(now) {
      leftBehind = now;
      io.onForcedExit?.(() => `${cleanUpHint(now())}The run was stopped before it reached a verdict.\n`);
    },
  });
  if (io.signal.aborted) io.stderr.write(cleanUpHint(leftBehind()));
  return report;
}

async function writeDraft(file: string, report: Report, io: CommandIo): Promise<boolean> {
  const { draftWaivers } = await import('../../conformance/engine/judge/draft-waivers.js');
  const isComplete = await writeOutput(file, () => draftWaivers(report), io);
  if (isComplete) io.stderr.write(`Wrote ${file}. Add a reason to each waiver in it.\n`);
  return isComplete;
}

/** Lists what the run leaves on the server, with commands to remove it. Empty if there is nothing. */
function cleanUpHint(left: LeftBehind): string {
  return describeLeft(left)
    .map((line) => `${line}\n`)
    .join('');
}

/** Shows progress on a line that is overwritten; only on a terminal. A log has a line for each wait. */
async function withProgress<T>(
  { stderr, env }: CommandIo,
  run: (shown: Required<Pick<RunOptions, 'onProgress' | 'onWait'>>) => Promise<T>,
): Promise<T> {
  const isVisible = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  const show = (message: string) => {
    if (isVisible) stderr.writeRaw(`\r\u001b[K${printable(message)}`);
  };
  const onWait = (message: string) => (isVisible ? show(message) : stderr.write(`${message}\n`));
  try {
    return await run({ onProgress: show, onWait });
  } finally {
    show('');
  }
}
