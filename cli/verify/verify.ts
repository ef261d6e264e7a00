import { existsSync } from 'node:fs';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { count } from '../../conformance/engine/count.js';
import { draftWaivers } from '../../conformance/engine/judge/draft-waivers.js';
import type { Profile } from '../../conformance/engine/judge/result.js';
import type { Plan } from '../../conformance/engine/plan-checks.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { type LeftBehind, nothingLeft } from '../../conformance/engine/target/created-endpoints.js';
import { describeLeft } from '../../conformance/engine/target/describe-left.js';
import { targetAddress } from '../../conformance/engine/target/target-address.js';
import { api } from '../../conformance/suite/api.js';
import { planChecks, runChecks, waitForServer } from '../../conformance/suite/run.js';
import { rateLimit } from '../../src/contract/limits.js';
import { printable } from '../../src/text/printable.js';
import { type CommandIo, UsageError } from '../command.js';
import { type DataOptions, dataOptions } from '../data-options.js';
import { environmentKeys, optionKeys, usableKeys } from '../input/api-keys.js';
import { loadWaivers } from '../input/load-waivers.js';
import { type CheckOptions, type ReportOptions, scopeOf } from '../options/shared-options.js';
import { inShell } from '../output/in-shell.js';
import {
  prepareFiles,
  type WantedReport,
  wantedReports,
  writeOutput,
  writeReports,
} from '../output/reports.js';
import { loadFixtures } from './load-fixtures.js';
import { isUnsuccessful, loadLastFailed } from './load-last-failed.js';

export interface VerifyCommandOptions extends CheckOptions, ReportOptions {
  readonly apiKey?: readonly string[];
  readonly apiKeysFrom?: readonly string[];
  readonly timeout: number;
  readonly rate?: number;
  readonly wait?: number;
  readonly fixtures?: string;
  /** Whether `fixtures` comes from a configuration file that nobody requested. */
  readonly fixturesAreFound?: boolean;
  readonly data?: readonly string[];
  readonly providerId?: readonly string[];
  readonly allowRepeatedRows?: boolean;
  readonly newestFileWins?: boolean;
  readonly lastFailed?: string;
  readonly plan?: boolean;
  readonly profile: Profile;
  readonly writeWaivers?: string;
  readonly allowMissing?: boolean;
  readonly bail?: number;
  readonly allowWrites?: boolean;
  readonly allowRateLimit?: boolean;
  readonly receiverUrl?: string;
  readonly receiverPort: number;
}

/**
 * Runs the suite against a server.
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
  await prepareFiles(wanted, draft);
  await waitIfRequested(target, options, io);
  const runOptions = await runOptionsOf(target, options, io);
  const report = await withProgress(io, async (shown) => {
    if (!options.plan) return judge({ ...runOptions, ...shown }, io);
    return planChecks({ ...runOptions, ...shown, signal: io.signal });
  });
  if ('rows' in report) {
    io.stdout.write(describePlan(report, options.rate));
    return 0;
  }
  const areComplete = await writeReports(report, wanted, options, io);
  const isDrafted = draft === undefined || (await writeDraft(draft, report, io));
  if (areComplete && report.results.some(isUnsuccessful) && !io.signal.aborted)
    io.stderr.write(repeatHint(target, options, wanted, io));
  return areComplete && isDrafted ? exitCodeOf(report) : 2;
}

/** Waits before the fixtures are read, which may be on the server. */
async function waitIfRequested(target: string, options: VerifyCommandOptions, io: CommandIo): Promise<void> {
  const { wait: seconds = 0, timeout } = options;
  if (seconds === 0) return;
  await withProgress(io, ({ onWait }) =>
    waitForServer({ target, seconds, timeoutMs: timeout * 1000, signal: io.signal, onWait }),
  );
}

/** How to run only what failed or was blocked again. */
function repeatHint(
  target: string,
  options: VerifyCommandOptions,
  wanted: readonly WantedReport[],
  { stderr }: CommandIo,
): string {
  const file = wanted.find((one) => one.reporter === 'json' && one.file !== undefined)?.file;
  if (file !== undefined) {
    const words = ['cost-contract', 'verify', target, ...judgedBy(options), '--last-failed', file];
    return `Run only what failed or was blocked: ${words.map(inShell).join(' ')}\n`;
  }
  // In a log it would only be noise.
  if (!stderr.isTTY) return '';
  return 'To run only what failed or was blocked, add --reporter json=report.json now and --last-failed report.json next time.\n';
}

/** The options that determine what a check needs and whether it passes. API keys are only named. */
function judgedBy(options: VerifyCommandOptions): readonly string[] {
  const { profile, receiverUrl, rate } = options;
  const values = {
    '--profile': profile === 'standard' ? [] : [profile],
    '--data': options.data,
    '--provider-id': options.providerId,
    '--api-keys-from': options.apiKeysFrom,
    '--fixtures': options.fixtures,
    '--waivers': options.waivers,
    '--rate': rate === undefined ? [] : [String(rate)],
    '--receiver-url': receiverUrl,
    '--receiver-port': receiverUrl && String(options.receiverPort),
  };
  const flags = {
    '--allow-repeated-rows': options.allowRepeatedRows,
    '--newest-file-wins': options.newestFileWins,
    '--allow-writes': options.allowWrites,
    '--allow-rate-limit': options.allowRateLimit,
  };
  return [
    ...Object.entries(values).flatMap(([name, value = []]) => [value].flat().flatMap((one) => [name, one])),
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : [])),
  ];
}

async function runOptionsOf(
  target: string,
  options: VerifyCommandOptions,
  io: CommandIo,
): Promise<RunOptions> {
  const { env } = io;
  const { profile, only = [], skip = [], waivers, fixtures, lastFailed } = options;
  const { receiverUrl, receiverPort, timeout } = options;
  return {
    target,
    apiKeys: usableKeys([...optionKeys(options.apiKey), ...environmentKeys(env, options.apiKeysFrom)]),
    profile,
    only,
    skip,
    scope: scopeOf(options),
    allowMissing: options.allowMissing === true,
    allowWrites: options.allowWrites === true,
    allowRateLimit: options.allowRateLimit === true,
    timeoutMs: timeout * 1000,
    ...(options.bail === undefined ? {} : { bail: options.bail }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    ...(receiverUrl === undefined ? {} : { receiver: { url: receiverUrl, port: receiverPort } }),
    ...(waivers === undefined ? {} : { waivers: await loadWaivers(waivers) }),
    ...billOptions(options, io),
    ...(fixtures === undefined ? {} : { fixtures: await fixturesFor(target, fixtures, options) }),
    ...(lastFailed === undefined ? {} : { verdicts: await loadLastFailed(lastFailed) }),
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

function billOptions(
  { data, providerId, allowRepeatedRows, newestFileWins }: VerifyCommandOptions,
  io: CommandIo,
) {
  const given = { data, providerId, allowRepeatedRows, newestFileWins };
  const { onProgress: _, ...options } = dataOptions(given as DataOptions, io);
  return options;
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

function describePlan(plan: Plan, rate: number | undefined): string {
  const lines = plan.rows
    .filter(({ operations }) => operations > 0)
    .map(
      ({ id, operations, requests }) =>
        `${String(operations).padStart(4)} × ${id}${requests > 0 ? `, at most ${count(requests, 'request')}` : ''}`,
    );
  const missing = plan.missing.map(
    ({ reason, verdicts }) => `  at most ${count(verdicts, 'verdict')}: ${reason}`,
  );
  return [
    `Plan for ${plan.target}: verdicts × check`,
    ...lines,
    '',
    ...describeCost(plan, rate),
    ...(missing.length > 0 ? ['Missing:', ...missing] : ['Nothing is missing.']),
    '',
  ].join('\n');
}

function describeCost({ requests, duration }: Plan, rate = rateLimit): string[] {
  const { caller, second_caller, spare, anonymous } = requests;
  const { waitSeconds, latencyMs, seconds } = duration;
  const total = caller + second_caller + spare + anonymous;
  const keys = [
    `${caller} with the first API key`,
    ...(second_caller > 0 ? [`${second_caller} with the second`] : []),
    ...(spare > 0 ? [`${spare} with the third`] : []),
    `${anonymous} without a valid one`,
  ];
  return [
    `At most ${count(total, 'request')}: ${keys.join(', ')}.`,
    ...(waitSeconds > 0
      ? [
          `At least ${waitSeconds} s because of ${rate === rateLimit ? 'the rate limit of' : '--rate,'} ${rate} requests per minute and key.`,
        ]
      : []),
    `About ${Math.max(1, Math.ceil(seconds))} s, at ${Math.max(1, Math.round(latencyMs))} ms per response as measured now.`,
  ];
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
