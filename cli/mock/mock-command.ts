import { type Command, Option } from 'commander';
import { scenarios } from '../../mocks/dataset/seed-data/scenario-names.js';
import { addCommand, type Exits } from '../add-command.js';
import type { CommandIo } from '../command.js';
import { addBillOptions } from '../options/shared-options.js';
import { integer, list, timestamp } from '../options/values.js';
import type { MockCommandOptions } from './mock.js';

const environment = `
Environment:
  COST_CONTRACT_API_KEYS       API keys, separated by commas; instead of --api-key
  COST_CONTRACT_CONTROL_TOKEN  control token; instead of --control-token

Without API keys, the mock accepts public test keys and prints them. Web pages
served from this machine may call it. Only programs on this machine may use the
control plane; if other machines can reach --host, it is off unless you set a
token.`;

/** Adds the command `mock`. */
export function addMock(program: Command, io: CommandIo, exits: Exits): void {
  const command = addCommand(
    program,
    'mock',
    'start a mock server of the API',
    'Starts a mock server of the API. Prints its URL to standard output, logs each request to standard error, and runs until you press Ctrl-C.',
  )
    .option('--port <n>', 'port to listen on; 0 for any free port', integer(0, 65_535), 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--api-key <key>', 'API key to accept, at least 8 characters; repeatable', list)
    .option(
      '--allow-origin <origin>',
      'origin of web pages that may call the mock, or * for all; repeatable',
      list,
    )
    .option(
      '--allow-receiver <host>',
      'host or host:port other than this machine that may receive events; repeatable',
      list,
    )
    .option('--rate-limit <n>', 'requests per minute for each key', integer(1), 600)
    .option('--latency <ms>', 'delay of each response, in milliseconds', integer(0), 0)
    .addOption(
      new Option('--engine <name>', 'dataset: computed, consistent data; prism: the examples of the document')
        .choices(['dataset', 'prism'])
        .default('dataset'),
    )
    .addOption(new Option('--quiet', 'print only the URL and errors').conflicts('verbose'))
    .option('--verbose', 'also log the operation, headers and reason of each request')
    .addOption(
      new Option('--log-format <name>', 'format of the log: text, or json: one object for each request')
        .choices(['text', 'json'])
        .default('text')
        .conflicts('quiet'),
    )
    .option('--state <url>', 'redis:// or rediss:// URL of a state that mocks share (default: in memory)')
    .option('--strict-query', 'reject unknown query parameters with 422');
  addDataOptions(command);
  addControlOptions(command)
    .addHelpText('after', environment)
    .action(exits(async (options: MockCommandOptions) => (await import('./mock.js')).runMock(options, io)));
}

function addDataOptions(command: Command): void {
  command
    .optionsGroup('Data:')
    .addOption(
      new Option('--scenario <name>', 'scenario of the dataset').choices(scenarios).default('default'),
    )
    .option('--seed <n>', 'seed of the dataset', integer(0), 1)
    .option(
      '--now <timestamp>',
      "start time of the mock's clock (default: 2026-06-15T12:00:00Z, or the end of the data)",
      timestamp,
    )
    .addOption(
      new Option(
        '--data <path>',
        'serve a bill instead: a FOCUS export (CSV, gzipped CSV, Parquet), a directory or a glob; repeatable',
      )
        .argParser(list)
        .conflicts(['scenario', 'seed', 'engine']),
    )
    .option('--inventory <file>', 'what providers report about the commitments of the bill, CSV or JSON');
  addBillOptions(command);
  command.option(
    '--replay <file.har>',
    'return the responses in an HTTP archive (HAR) to the requests that were recorded',
  );
}

function addControlOptions(command: Command): Command {
  return command
    .optionsGroup('Control plane:')
    .option('--no-control', 'disable the control plane (/__mock), sessions and Mock-Latency')
    .option(
      '--control-token <token>',
      'require this token, and allow access from other machines; never printed',
    )
    .option(
      '--journal <n>',
      'number of requests to store in the journal; 0 for none',
      integer(0, 100_000),
      500,
    );
}
