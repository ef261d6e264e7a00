import { type Command, Option } from 'commander';
import { addCommand, type Exits } from '../add-command.js';
import type { CommandIo } from '../command.js';
import { configured, urlIn } from '../config/configured.js';
import {
  addBillOptions,
  addCheckOptions,
  addConfigOptions,
  addReportOptions,
  addScopeOptions,
  profile,
} from '../options/shared-options.js';
import { httpUrl, integer, list, positive } from '../options/values.js';
import type { VerifyCommandOptions } from './verify-options.js';

/** The options that the short help lists. */
export const commonOptions: ReadonlySet<string> = new Set([
  ...[
    'apiKey',
    'data',
    'plan',
    'profile',
    'only',
    'waivers',
    'watch',
    'operation',
    'allowMissing',
    'reporter',
  ],
]);

export const allOptionsHint = "Run 'npx cloud-cost-contract verify --help all' for all options.";

const verifyHelp = `
Environment:
  COST_CONTRACT_API_KEYS  API keys, separated by commas; safer than --api-key

Exit codes:
  0  conforms
  1  violates the contract, or a waiver is stale
  2  could not start, or a report could not be written completely
  3  incomplete: something that a check needs is missing

Examples:
  npx cloud-cost-contract verify http://localhost:8080 --data exports/2026 --only 'bill.*'
  npx cloud-cost-contract verify https://staging.example.com --profile read-only`;

/** Adds the command `verify`. */
export function addVerify(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'verify',
    'verify that a server conforms to the contract',
    'Sends requests to a server, and reports which responses violate the contract.',
  )
    .usage('<url> [options]')
    .argument('[url]', "the server's URL, without /api/v1");
  addServerOptions(command);
  addSelection(command);
  addReportOptions(command);
  addRemoteOptions(command)
    .addHelpText('after', verifyHelp)
    .action(
      exits(async (url: string | undefined, given: VerifyCommandOptions, command: Command) => {
        const options = await configured(given, command, io, url);
        return (await import('./verify.js')).runVerify(urlIn(options.url), options, io);
      }),
    );
}

/** Adds the options on how to reach the server, and what is known of its data. */
function addServerOptions(command: Command): void {
  command
    .option('--api-key <key>', 'API key; repeatable, for a second and a third caller', list)
    .option(
      '--api-keys-from <name>',
      'environment variable with API keys, separated by commas (default: COST_CONTRACT_API_KEYS); repeatable',
      list,
    )
    .option('--timeout <seconds>', 'time limit of each request', positive, 10)
    .option(
      '--rate <n>',
      'requests per minute with each API key, evenly spaced, for a server with a lower rate limit',
      integer(1),
    )
    .option(
      '--wait <seconds>',
      'wait until the server is ready: it responds, and not with 502, 503 or 504',
      integer(0),
    )
    .option('--fixtures <file|url>', 'JSON with ids that no list endpoint returns (default: from the server)')
    .option(
      '--data <path>',
      'bill (FOCUS export: file, directory or glob) to compare the figures of the server with; repeatable',
      list,
    );
  addBillOptions(command).option('--plan', 'dry run: print the requests and their duration');
}

/** Adds the options that select checks and operations. */
function addSelection(command: Command): void {
  command.optionsGroup('Checks:').addOption(profile('standard', 'strict', 'read-only'));
  addConfigOptions(addCheckOptions(command))
    .addOption(
      new Option('--bail [n]', 'stop after the first failed check, or after n')
        .argParser(integer(1))
        .preset('1'),
    )
    .option('--write-waivers <file>', 'write a draft of waivers for all failures')
    .option('--last-failed <report.json>', 'run only what failed or was blocked in this JSON report')
    .option('--watch', 'run again what failed on a key or after a restart');
  addScopeOptions(command).option('--allow-missing', 'accept operations that are not implemented yet');
}

function addRemoteOptions(command: Command): Command {
  return command
    .optionsGroup('Servers on other machines:')
    .option('--allow-writes', 'allow checks that write')
    .option('--allow-rate-limit', 'allow checks to exhaust the rate limit of the third key')
    .option('--receiver-url <url>', 'URL at which the server can reach the webhook receiver here', httpUrl)
    .option('--receiver-port <n>', 'port that the webhook receiver listens on', integer(1, 65_535), 4012);
}
