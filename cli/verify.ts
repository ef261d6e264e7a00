import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CannotStart } from '../conformance/cannot-start.js';
import { count } from '../conformance/count.js';
import { draftWaivers } from '../conformance/draft-waivers.js';
import { BadFixtures } from '../conformance/fixtures.js';
import { planChecks } from '../conformance/plan-checks.js';
import { printable } from '../conformance/printable.js';
import { exitCodeOf } from '../conformance/report.js';
import type { Profile } from '../conformance/result.js';
import { runChecks } from '../conformance/run-checks.js';
import type { RunOptions } from '../conformance/run-options.js';
import type { LeftBehind } from '../conformance/target/created-endpoints.js';
import { BadWaivers } from '../conformance/waivers.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { integer } from './integer.js';
import { loadFixtures } from './load-fixtures.js';
import { loadWaivers } from './load-waivers.js';
import { oneAddress } from './one-address.js';
import { oneOf } from './one-of.js';
import {
  prepareFiles,
  reporterHelp,
  reporterOptions,
  reportsAskedFor,
  writeOutput,
  writeReports,
} from './reports.js';

const help = `Usage: cost-contract verify <url> [options]

Sends requests to a server and tells whether its answers keep the contract.

  <url>                   the server's address, without /api/v1

Options:
  --api-key K             an API key; give it again for a second caller, which the checks of
                          isolation need, and a third, which may be spent on the rate limit.
                          Also COST_CONTRACT_API_KEYS, separated by commas
  --profile NAME          standard (default); strict: what is only recommended or proposed fails
                          too; read-only: sends no write at all
  --fixtures FILE|URL     JSON that names what no list tells: tag_key, audit_id and others
                          (default: /.well-known/cost-contract.json of the server, if it has that)
  --only ID, --skip ID    checks to run or to leave out; may come again, and end in *
  --allow-writes          let checks write to a server that is not on this machine
  --allow-rate-limit      let the third key be spent on a server that is not on this machine
  --receiver-url URL      where a server that is not on this machine reaches a receiver of events here;
                          let it lead to --receiver-port (default: 4012)
  --timeout SECONDS       for one exchange (default: 10)
  --waivers FILE          YAML or JSON that names failures which are accepted for now
  --write-waivers FILE    write such a file for all that fails now; each needs a reason from you
${reporterHelp}  --plan                  say what would be sent and what is missing, and stop there

Exit codes: 0 conforms, 1 violates, 2 could not start, 3 incomplete: a check that applies could not run.
`;

const profiles = ['standard', 'strict', 'read-only'] as const;

export const verify: Command = {
  name: 'verify',
  summary: 'tell whether a server keeps the contract',
  help,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'api-key': { type: 'string', multiple: true, default: [] },
        profile: { type: 'string', default: 'standard' },
        fixtures: { type: 'string' },
        only: { type: 'string', multiple: true, default: [] },
        skip: { type: 'string', multiple: true, default: [] },
        'allow-writes': { type: 'boolean', default: false },
        'allow-rate-limit': { type: 'boolean', default: false },
        'receiver-url': { type: 'string' },
        'receiver-port': { type: 'string', default: '4012' },
        timeout: { type: 'string', default: '10' },
        waivers: { type: 'string' },
        'write-waivers': { type: 'string' },
        ...reporterOptions,
        plan: { type: 'boolean', default: false },
      },
    });
    const target = oneAddress(positionals);
    const seconds = Number(values.timeout);
    if (!(seconds > 0))
      throw new UsageError(`--timeout is a number of seconds above 0, not ${values.timeout}.`);
    const profile = oneOf('profile', values.profile, profiles);
    const receiverUrl = values['receiver-url'];
    if (receiverUrl !== undefined && !/^https?:\/\/[^/]/.test(receiverUrl)) {
      throw new UsageError(`--receiver-url begins with http:// or https://, not ${receiverUrl}.`);
    }
    const wanted = reportsAskedFor(values);
    const draft = values['write-waivers'];
    if (draft !== undefined && existsSync(draft)) {
      throw new UsageError(`${draft} is there already: write the draft to another file, and copy from it.`);
    }
    await prepareFiles(wanted, draft);

    const progress = createProgress(io);
    let left = (): LeftBehind => ({ endpoints: [], writesInFlight: 0 });
    try {
      const options: RunOptions = {
        target,
        apiKeys: [...values['api-key'], ...(io.env.COST_CONTRACT_API_KEYS ?? '').split(',')].filter(
          (key) => key !== '',
        ),
        profile: profile satisfies Profile,
        only: values.only,
        skip: values.skip,
        allowWrites: values['allow-writes'],
        allowRateLimit: values['allow-rate-limit'],
        timeoutMs: seconds * 1000,
        ...(receiverUrl === undefined
          ? {}
          : {
              receiver: {
                url: receiverUrl,
                port: integer('receiver-port', values['receiver-port'], 1, 65_535),
              },
            }),
        onProgress: progress.show,
        onBegun(now) {
          left = now;
          io.onEndedAtOnce?.(() => `${stillThere(now())}The run was ended before its verdict.\n`);
        },
        ...(values.waivers === undefined ? {} : { waivers: await loadWaivers(values.waivers) }),
        ...(values.fixtures === undefined ? {} : { fixtures: await loadFixtures(values.fixtures) }),
        // Last: until here there is nothing to clean up, and a signal ends the program by itself.
        signal: io.signal,
      };
      if (values.plan) {
        const plan = await planChecks(options);
        progress.clear();
        io.stdout.write(describePlan(plan));
        return 0;
      }
      const report = await runChecks(options);
      progress.clear();
      if (io.signal.aborted) io.stderr.write(stillThere(left()));
      let areWhole = await writeReports(report, wanted, io);
      if (draft !== undefined) {
        const isWhole = await writeOutput(draft, () => draftWaivers(report), io);
        if (isWhole) io.stderr.write(`Wrote ${draft}: give each waiver in it a reason.\n`);
        areWhole &&= isWhole;
      }
      return areWhole ? exitCodeOf(report) : 2;
    } catch (error) {
      progress.clear();
      if (!(error instanceof CannotStart || error instanceof BadFixtures || error instanceof BadWaivers))
        throw error;
      io.stderr.write(`cost-contract verify: ${error.message}\n`);
      return 2;
    }
  },
};

/** What stays on the server, and how to remove it; nothing where nothing does. */
function stillThere({ endpoints, writesInFlight }: LeftBehind): string {
  return [
    ...(endpoints.length > 0
      ? [`This run created ${count(endpoints.length, 'endpoint')} that it did not remove. Remove with:`]
      : []),
    ...endpoints.map(({ command }) => command),
    ...(writesInFlight > 0
      ? [`${count(writesInFlight, 'write')} had no response, and may have created an endpoint.`]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function describePlan(plan: Awaited<ReturnType<typeof planChecks>>): string {
  const lines = plan.rows
    .filter(({ operations }) => operations > 0)
    .map(
      ({ id, operations, requests }) =>
        `${String(operations).padStart(4)} × ${id}${requests > 0 ? `, at most ${count(requests, 'request')}` : ''}`,
    );
  const missing = plan.missing.map(({ reason, verdicts }) => `  ${count(verdicts, 'verdict')}: ${reason}`);
  return [
    `Plan for ${plan.target}: verdicts × check`,
    ...lines,
    '',
    `At most ${plan.requests} requests with the caller's key.`,
    ...(missing.length > 0 ? ['Missing:', ...missing] : ['Nothing is missing.']),
    '',
  ].join('\n');
}

/** One line that is written over, on a terminal only: never in a log that keeps every line. */
function createProgress({ stderr, env }: CommandIo) {
  const visible = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  return {
    show(message: string): void {
      if (visible) stderr.writeRaw(`\r\u001b[K${printable(message)}`);
    },
    clear(): void {
      if (visible) stderr.writeRaw('\r\u001b[K');
    },
  };
}
