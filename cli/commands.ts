import { type Command, Option } from 'commander';
import { addCommand, type Exits } from './add-command.js';
import type { CommandIo } from './command.js';
import { addCompare } from './compare/compare-command.js';
import { configured, urlIn } from './config/configured.js';
import { addData } from './data-commands.js';
import { addMock } from './mock/mock-command.js';
import {
  addCheckOptions,
  addConfigOptions,
  addReportOptions,
  addScopeOptions,
  profile,
} from './options/shared-options.js';
import { httpUrl, integer, list } from './options/values.js';
import type { SpecOptions } from './spec.js';
import type { CheckTrafficCommandOptions } from './traffic/check-traffic.js';
import type { ProxyCommandOptions } from './traffic/proxy.js';
import { addVerify } from './verify/verify-command.js';

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
    );
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
    .option(
      '--operation <id>',
      'only this operation (operationId), with what it references; repeatable',
      list,
    )
    .action(exits(async (options: SpecOptions) => (await import('./spec.js')).runSpec(options, io)));
}
