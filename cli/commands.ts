import { type Command, Option } from 'commander';
import { scenarios } from '../mocks/dataset/seed-data/scenario-names.js';
import type { CheckTrafficCommandOptions } from './check-traffic.js';
import { type CommandIo, UsageError } from './command.js';
import type { MockCommandOptions } from './mock.js';
import type { ProxyCommandOptions } from './proxy.js';
import {
  addCheckOptions,
  addConfigOptions,
  addReportOptions,
  addScopeOptions,
  type CheckOptions,
} from './report-options.js';
import { httpUrl, integer, list, positive, timestamp } from './values.js';
import type { VerifyCommandOptions } from './verify.js';

/** Makes an action of what returns an exit code. */
export type Exits = <Args extends unknown[]>(
  run: (...args: Args) => Promise<number>,
) => (...args: Args) => Promise<void>;

/** The commands, in the order of the help. A command's module is loaded only when it runs. */
export const commands: readonly ((program: Command, io: CommandIo, exits: Exits) => void)[] = [
  addMock,
  addVerify,
  addCheckTraffic,
  addProxy,
  addChecks,
  addSpec,
];

/** Where to read on after an error in the command line. */
export const hintFor = (command: string) => `Run 'cost-contract${command} --help' for its options.`;

function addCommand(program: Command, name: string, summary: string, description = summary): Command {
  return program
    .command(name)
    .summary(summary)
    .description(description)
    .showHelpAfterError(hintFor(` ${name}`));
}

const keysFromEnvironment = `
Environment:
  COST_CONTRACT_API_KEYS  API keys, separated by commas; other processes see
                          those of --api-key
`;

function addMock(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    program,
    'mock',
    'serve the API on this machine',
    'Serves the API on this machine. Prints its URL on standard output and each request on standard error, and runs until it is stopped (Ctrl-C).',
  )
    .option('--port <n>', 'port to listen on, 0 for any free one', integer(0, 65_535), 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--api-key <key>', 'accept this key, of at least 8 characters; repeat it for more', list)
    .option(
      '--allow-origin <origin>',
      'let web pages of this origin call, or * for all; repeat it for more',
      list,
    )
    .option('--rate-limit <n>', 'requests a minute for each key', integer(1), 600)
    .option('--latency <ms>', 'milliseconds to delay each response', integer(0), 0)
    .addOption(
      new Option(
        '--engine <name>',
        'dataset: computed data that adds up; prism: the examples of the document',
      )
        .choices(['dataset', 'prism'])
        .default('dataset'),
    )
    .addOption(new Option('--quiet', 'print only the URL and errors').conflicts('verbose'))
    .option('--verbose', "print each request's operation, headers and reason too")
    .option('--state <url>', 'redis:// or rediss:// URL, for mocks that share one state (default: in memory)')
    .option('--strict-query', 'refuse query parameters that the operation does not have, with 422')
    .optionsGroup('Data:')
    .addOption(new Option('--scenario <name>', 'dataset').choices(scenarios).default('default'))
    .option('--seed <n>', 'seed of the dataset', integer(0), 1)
    .option('--now <timestamp>', 'when its clock starts (default: 2026-06-15T12:00:00Z)', timestamp)
    .optionsGroup('Control plane:')
    .option('--no-control', 'no control plane under /__mock, no sessions, no Mock-Latency')
    .option(
      '--control-token <token>',
      'let whoever sends this token use it, also from other machines; never printed',
    )
    .option('--journal <n>', 'requests to remember, 0 for none', integer(0, 100_000), 500)
    .addHelpText(
      'after',
      `
Environment:
  COST_CONTRACT_API_KEYS       API keys, separated by commas, without --api-key
  COST_CONTRACT_CONTROL_TOKEN  control token, without --control-token

Without keys, public test keys are accepted and printed. Web pages of this
machine may call it. The control plane is for programs on this machine; where
other machines can reach --host, it is off without a token.`,
    )
    .action(exits(async (options: MockCommandOptions) => (await import('./mock.js')).runMock(options, io)));
}

const profile = (...choices: readonly string[]) =>
  new Option('--profile <name>', profileWords(choices)).choices(choices).default('standard');

function profileWords(choices: readonly string[]): string {
  const readOnly = choices.includes('read-only') ? '; read-only: send no writes' : '';
  return `strict: fail for what is only recommended or proposed too${readOnly}`;
}

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
      'API key; repeat it for a second caller, and for one whose rate limit may be exhausted',
      list,
    )
    .option('--timeout <seconds>', 'for one exchange', positive, 10)
    .option('--fixtures <file|url>', 'JSON with ids that no list contains (default: from the server)')
    .option('--plan', 'dry run: print what would be sent, and what is missing')
    .optionsGroup('Checks:')
    .addOption(profile('standard', 'strict', 'read-only'));
  addConfigOptions(addCheckOptions(command)).option(
    '--write-waivers <file>',
    'write a draft of waivers for all that fails',
  );
  addScopeOptions(command).option(
    '--allow-missing',
    'accept operations that the server does not have, while it is being built',
  );
  addReportOptions(command)
    .optionsGroup('Servers on other machines:')
    .option('--allow-writes', 'let checks write')
    .option('--allow-rate-limit', 'let the third key exhaust its rate limit')
    .option('--receiver-url <url>', 'URL at which the server reaches a receiver of events here', httpUrl)
    .option('--receiver-port <n>', 'port that the receiver listens on', integer(1, 65_535), 4012)
    .addHelpText(
      'after',
      `${keysFromEnvironment}
Exit codes:
  0  conforms
  1  violates the contract, or a waiver is stale
  2  could not start, or a report could not be written whole
  3  incomplete: a check that applies could not run

Examples:
  cost-contract verify http://localhost:8080 --reporter html=report.html
  cost-contract verify http://localhost:8080 --operation listProviders
  cost-contract verify https://staging.example.com --profile read-only`,
    )
    .action(
      exits(async (url: string | undefined, given: VerifyCommandOptions, command: Command) => {
        const options = await configured(given, command, io);
        return (await import('./verify.js')).runVerify(urlIn(url ?? options.url), options, io);
      }),
    );
}

/** The options of a command with those of the configuration file. */
async function configured<Options extends CheckOptions>(options: Options, command: Command, io: CommandIo) {
  return (await import('./config-file.js')).withConfig(options, command, io);
}

/** @throws {UsageError} if there is no URL */
function urlIn(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new UsageError("Give the server's URL, as an argument or as url in a configuration file.");
}

/** Options of the commands that judge traffic. */
function addTrafficOptions(command: Command): Command {
  command.optionsGroup('Checks:').addOption(profile('standard', 'strict'));
  return addReportOptions(addScopeOptions(addConfigOptions(addCheckOptions(command))));
}

function addCheckTraffic(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'check-traffic',
    'judge recorded traffic (HAR)',
    'Judges recorded traffic, without sending anything, by every check that needs no requests of its own.',
  )
    .usage('<file.har> [options]')
    .argument(
      '<file.har>',
      'HTTP archive (HAR 1.2) with response bodies, as browsers and Playwright record it',
    )
    .option(
      '--base-url <url>',
      'what precedes /api/v1 in the URLs of the API (default: from the archive)',
      httpUrl,
    );
  addTrafficOptions(command)
    .addHelpText(
      'after',
      `
API keys, cookies and other credentials in the file never appear in a report.

Exit codes:
  0  what was recorded conforms
  1  violates the contract
  2  could not start: no archive, or nothing of the API in it; or a report could
     not be written whole
  3  incomplete: an operation was called, and none of its responses was recorded
     with its body`,
    )
    .action(
      exits(async (file: string, given: CheckTrafficCommandOptions, command: Command) => {
        const options = await configured(given, command, io);
        return (await import('./check-traffic.js')).runCheckTraffic(file, options, io);
      }),
    );
}

function addProxy(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'proxy',
    'judge live traffic in front of a server',
    "Forwards everything to a server as it is, and judges the API's responses that pass by. Prints its URL on standard output, each kind of violation on standard error when it first appears, and the report when it is stopped (Ctrl-C).",
  )
    .usage('<url> [options]')
    .argument('[url]', "the server's URL, without /api/v1")
    .option(
      '--port <n>',
      'port to listen on, on this machine only; 0 for any free one',
      integer(0, 65_535),
      4011,
    )
    .option('--har <file>', 'write the exchanges with the API to an HTTP archive');
  addTrafficOptions(command)
    .addHelpText(
      'after',
      `
API keys and other credentials are forwarded, and neither printed nor stored.
The URL precedes the report on standard output: give a report for programs a
file of its own.

Exit codes:
  0  what passed by conforms
  1  violates the contract
  2  could not start, nothing of the API passed by, or a report could not be
     written whole
  3  incomplete: an operation was called, and none of its responses could be read`,
    )
    .action(
      exits(async (url: string | undefined, given: ProxyCommandOptions, command: Command) => {
        const options = await configured(given, command, io);
        return (await import('./proxy.js')).runProxy(urlIn(url ?? options.url), options, io);
      }),
    );
}

function addChecks(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    program,
    'checks',
    'list the checks of verify',
    'Lists every check: its id, level, basis and requirement.',
  )
    .option('--json', 'as JSON, with the source of each')
    .action(
      exits(async (options: { json?: boolean }) => (await import('./checks.js')).runChecksList(options, io)),
    );
}

function addSpec(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(program, 'spec', 'print the OpenAPI document', 'Prints the OpenAPI 3.1 document.')
    .addOption(new Option('--format <name>', 'format').choices(['yaml', 'json']).default('yaml'))
    .action(
      exits(async (options: { format: 'yaml' | 'json' }) => (await import('./spec.js')).runSpec(options, io)),
    );
}
