#!/usr/bin/env node
import process from 'node:process';
import { nearest } from '../conformance/nearest.js';
import { type Command, UsageError } from './command.js';
import { notWhole, outputTo } from './output.js';
import { createStop } from './stop.js';

/** Each command's module is loaded only when it is asked for, so that help starts at once. */
const commands: Readonly<Record<string, { summary: string; load(): Promise<Command> }>> = {
  mock: {
    summary: 'serve the whole API on this machine',
    load: async () => (await import('./mock.js')).mock,
  },
  verify: {
    summary: 'tell whether a server keeps the contract',
    load: async () => (await import('./verify.js')).verify,
  },
  'check-traffic': {
    summary: 'tell whether recorded traffic keeps the contract',
    load: async () => (await import('./check-traffic.js')).checkTraffic,
  },
  proxy: {
    summary: 'judge live traffic in front of a server',
    load: async () => (await import('./proxy.js')).proxy,
  },
  checks: { summary: 'list the checks of verify', load: async () => (await import('./checks.js')).checks },
  spec: { summary: 'print the OpenAPI document', load: async () => (await import('./spec.js')).spec },
};

const help = `Usage: cost-contract <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`)
  .join('\n')}

Run cost-contract <command> --help for the options of one, cost-contract --version for the versions of
package, contract and suite.
`;

const stdout = outputTo(process.stdout);
const stderr = outputTo(process.stderr);

// Until a command has said otherwise nothing was verified: however this ends, it is no success.
process.exitCode = 2;
process.on('uncaughtException', (error) => {
  stderr.write(unexpected(error));
  process.exit(2);
});
process.exitCode = await main(process.argv.slice(2)).then(withWholeOutput);

/** A verdict is that of the command, whatever became of its output; one that was cut is none. */
async function withWholeOutput(code: number): Promise<number> {
  const failure = await stdout.finish();
  if (failure) stderr.write(notWhole('standard output', failure));
  return failure ? 2 : code;
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help' && args[0] !== undefined) return main([args[0], '--help']);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? stderr : stdout).write(help);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    stdout.write((await import('./version.js')).versions());
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const near = nearest(name, Object.keys(commands));
    stderr.write(`cost-contract: there is no command ${name}${near ? `; is it ${near}?` : '.'}\n\n${help}`);
    return 2;
  }
  const command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(command.help);
    return 0;
  }
  const stop = createStop(stderr);
  try {
    return await command.run(args, {
      env: process.env,
      stdout,
      stderr,
      get signal() {
        return stop.signal();
      },
      onEndedAtOnce: stop.onEndedAtOnce,
    });
  } catch (error) {
    stderr.write(
      isUsageError(error)
        ? `cost-contract ${name}: ${usageProblem(error, command)}\nRun cost-contract ${name} --help for its options.\n`
        : unexpected(error),
    );
    return 2;
  }
}

/** A fault of this program: never a verdict on a server. */
function unexpected(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const details = process.env.COST_CONTRACT_DEBUG
    ? `${stack}\n`
    : 'Please report this; set COST_CONTRACT_DEBUG=1 to see where it happened.\n';
  return `cost-contract: failed because of a bug of its own: ${name}: ${message}\n${details}`;
}

/** node:util's parseArgs says in `code` that it is the command line that is wrong. */
function isUsageError(error: unknown): error is Error {
  return (
    error instanceof UsageError || String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS')
  );
}

/** What is wrong with the command line; parseArgs explains an unknown option at length, which helps nobody. */
function usageProblem({ message }: Error, { help }: Command): string {
  const [, option] = /^Unknown option '([^']+)'/.exec(message) ?? [];
  if (option === undefined) return message;
  const near = nearest(option, help.match(/--[a-z][a-z-]*/g) ?? []);
  return `there is no option ${option}${near ? `; is it ${near}?` : '.'}`;
}
