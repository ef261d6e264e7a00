import { type Command, Option } from 'commander';
import { addCommand, type Exits } from './add-command.js';
import { type CommandIo, UsageError } from './command.js';
import { addCompare } from './compare/compare-command.js';
import { addData } from './data-commands.js';
import { addMock } from './mock/mock-command.js';
import {
  addBillOptions,
  addCheckOptions,
  addConfigOptions,
  addReportOptions,
  addScopeOptions,
  type CheckOptions,
} from './options/shared-options.js';
import { httpUrl, integer, list, positive } from './options/values.js';
import type { SpecOptions } from './spec.js';
import type { CheckTrafficCommandOptions } from './traffic/check-traffic.js';
import type { ProxyCommandOptions } from './traffic/proxy.js';
import type { VerifyCommandOptions } from './verify/verify.js';

/** The commands, in the order of the help. The module of a command is loaded when the command runs. */
export const commands: readonly ((program: Command, io: CommandIo, exits: Exits) => void)[] = [
  addMock,
  addVerify,
  addCompare,
  addCheckTraffic,
  addProxy,
  addChecks,
  addSpec,
  addData,
];

const keysFromEnvironment = `
Environment:
  COST_CONTRACT_API_KEYS  API keys, separated by commas; safer than --api-key,
                          which other processes can see
`;

const profile = (...choices: readonly string[]) =>
  new Option('--profile <name>', profileWords(choices)).choices(choices).default('standard');

function profileWords(choices: readonly string[]): string {
  const readOnly = choices.includes('read-only') ? '; read-only: send no writes' : '';
  return `strict: also fail for recommended and proposed requirements${readOnly}`;
}

const verifyHelp = `${keysFromEnvironment}
Exit codes:
  0  conforms
  1  violates the contract, or a waiver is stale
  2  could not start, or a report could not be written completely
  3  incomplete: a check that applies was blocked

Examples:
  cost-contract verify http://localhost:8080 --reporter html=report.html
  cost-contract verify http://localhost:8080 --operation listProviders
  cost-contract verify http://localhost:8080 --data exports/2026 --only 'bill.*'
  cost-contract verify https://staging.example.com --profile read-only`;

function addVerify(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'verify',
    'verify that a server conforms to the contract',
    'Sends requests to a server and reports whether its responses conform to the contract.',
  )
    .usage('<url> [options]')
    .argument('[url]', "the server's URL, without /api/v1")
    .option(
      '--api-key <key>',
      'API key; repeat for a second caller, and for a key whose rate limit may be exhausted',
      list,
    )
    .option(
      '--api-keys-from <name>',
      'environment variable with API keys, separated by commas (default: COST_CONTRACT_API_KEYS); repeatable',
      list,
    )
    .option('--timeout <seconds>', 'time limit of each request', positive, 10)
    .option(
      '--wait <seconds>',
      'wait until the server is ready: it responds, and not with 502, 503 or 504',
      integer(0),
    )
    .option('--fixtures <file|url>', 'JSON with ids that no list endpoint returns (default: from the server)')
    .option(
      '--data <path>',
      'compare figures with the bill that the server was loaded with: a FOCUS export (CSV, gzipped CSV, Parquet), a directory or a glob; repeatable',
      list,
    );
  addBillOptions(command)
    .option('--plan', 'dry run: print the checks and the number of requests')
    .optionsGroup('Checks:')
    .addOption(profile('standard', 'strict', 'read-only'));
  addConfigOptions(addCheckOptions(command))
    .addOption(
      new Option('--bail [n]', 'stop after the first failed check, or after n')
        .argParser(integer(1))
        .preset('1'),
    )
    .option('--write-waivers <file>', 'write a draft of waivers for all failures')
    .option('--last-failed <report.json>', 'run only what failed or was blocked in this JSON report');
  addScopeOptions(command).option(
    '--allow-missing',
    'accept operations that the server does not implement yet',
  );
  addReportOptions(command)
    .optionsGroup('Servers on other machines:')
    .option('--allow-writes', 'allow checks that write')
    .option('--allow-rate-limit', 'allow checks to exhaust the rate limit of the third key')
    .option('--receiver-url <url>', 'URL at which the server can reach the webhook receiver here', httpUrl)
    .option('--receiver-port <n>', 'port that the webhook receiver listens on', integer(1, 65_535), 4012)
    .addHelpText('after', verifyHelp)
    .action(
      exits(async (url: string | undefined, given: VerifyCommandOptions, command: Command) => {
        const options = await configured(given, command, io, url);
        return (await import('./verify/verify.js')).runVerify(urlIn(options.url), options, io);
      }),
    );
}

/** Adds the settings of the configuration file to the options of a command. */
async function configured<Options extends CheckOptions>(
  options: Options,
  command: Command,
  io: CommandIo,
  url?: string,
) {
  return (await import('./config/config-file.js')).withConfig(options, url, command, io);
}

/** @throws {UsageError} without a URL */
function urlIn(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new UsageError("Give the server's URL, as an argument or as url in the file of --config.");
}

/** Adds the options of the commands that check traffic. */
function addTrafficOptions(command: Command): Command {
  command.optionsGroup('Checks:').addOption(profile('standard', 'strict'));
  return addReportOptions(addScopeOptions(addConfigOptions(addCheckOptions(command))));
}

function addCheckTraffic(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'check-traffic',
    'check recorded traffic (HAR)',
    'Checks recorded traffic against the contract, with every check that does not have to send requests.',
  )
    .usage('<file.har> [options]')
    .argument(
      '<file.har>',
      'HTTP archive (HAR 1.2) with response bodies, as recorded by browsers and Playwright',
    )
    .option('--base-url <url>', 'URL of the API without /api/v1 (default: from the archive)', httpUrl);
  addTrafficOptions(command)
    .addHelpText(
      'after',
      `
API keys, cookies and other credentials in the file never appear in a report.

Exit codes:
  0  conforms
  1  violates the contract
  2  could not start: not an archive, or no traffic of the API in it; or a report
     could not be written completely
  3  incomplete: an operation was called, but none of its responses was recorded
     with its body`,
    )
    .action(
      exits(async (file: string, given: CheckTrafficCommandOptions, command: Command) => {
        const options = await configured(given, command, io);
        return (await import('./traffic/check-traffic.js')).runCheckTraffic(file, options, io);
      }),
    );
}

function addProxy(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'proxy',
    'check live traffic to a server',
    'Forwards all requests to a server unchanged, and checks the responses of the API. Prints its URL to standard output, each kind of violation to standard error when it first occurs, and the report when you press Ctrl-C.',
  )
    .usage('<url> [options]')
    .argument('[url]', "the server's URL, without /api/v1")
    .option(
      '--port <n>',
      'port to listen on, on this machine only; 0 for any free port',
      integer(0, 65_535),
      4011,
    )
    .option(
      '--record <file.har>',
      'write the exchanges with the API to an HTTP archive (HAR), without credentials; mock --replay serves it',
    )
    // Its earlier name.
    .addOption(new Option('--har <file>').conflicts('record').hideHelp());
  addTrafficOptions(command)
    .addHelpText(
      'after',
      `
API keys and other credentials are forwarded, but never printed or stored.
The URL is printed before the report on standard output, so write reports that
programs read to a file.

Exit codes:
  0  conforms
  1  violates the contract
  2  could not start, there was no traffic of the API, or a report could not be
     written completely
  3  incomplete: an operation was called, but none of its responses could be read`,
    )
    .action(
      exits(async (url: string | undefined, given: ProxyCommandOptions, command: Command) => {
        const options = await configured(given, command, io, url);
        return (await import('./traffic/proxy.js')).runProxy(urlIn(options.url), options, io);
      }),
    );
}

function addChecks(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    program,
    'checks',
    'list the checks of verify',
    'Lists every check with its id, level, basis and requirement.',
  )
    .option('--json', 'print JSON, with the source of each requirement')
    .action(
      exits(async (options: { json?: boolean }) => (await import('./checks.js')).runChecksList(options, io)),
    );
}

function addSpec(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(program, 'spec', 'print the OpenAPI document', 'Prints the OpenAPI document.')
    .addOption(new Option('--format <name>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .addOption(
      new Option('--openapi <version>', 'version of OpenAPI; 3.0 has no events')
        .choices(['3.1', '3.0'])
        .default('3.1'),
    )
    .action(exits(async (options: SpecOptions) => (await import('./spec.js')).runSpec(options, io)));
}
