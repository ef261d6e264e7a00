import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { CannotStart } from '../conformance/engine/cannot-start.js';
import { redactPlaces } from '../src/redaction/credential-places.js';
import { type Exits, hintFor } from './add-command.js';
import { type CommandIo, UsageError } from './command.js';
import { commands } from './commands.js';
import { allOptionsHint, commonOptions } from './verify/verify-command.js';

/**
 * Runs a command line. The commands are declared in commands.ts.
 *
 * @param args without the names of Node and of the program
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = 0;
  const exits: Exits =
    (run) =>
    async (...parsed) => {
      exitCode = await run(...parsed);
    };
  const program = createProgram(args, io);
  for (const add of commands) add(program, io, exits);
  shortenHelp(program, args);
  try {
    if (args[0] === '--version' || args[0] === '-v') {
      io.stdout.write((await import('./version.js')).versions());
      return 0;
    }
    await program.parseAsync(argsToParse(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.code === 'commander.helpDisplayed' ? 0 : 2;
    if (!(error instanceof UsageError || error instanceof CannotStart)) throw error;
    const name = nameOf(program, args);
    const hint = error instanceof UsageError ? `${hintFor(` ${name}`)}\n` : '';
    io.stderr.write(`cost-contract ${name}: ${error.message}\n${hint}`);
    return 2;
  }
}

/** The name of the command that runs, with that of its subcommand. */
function nameOf(program: Command, [first = '', second = '']: readonly string[]): string {
  const subcommands = program.commands.find((command) => command.name() === first)?.commands ?? [];
  return subcommands.some((command) => command.name() === second) ? `${first} ${second}` : first;
}

/** Drops the arguments of an unknown command, so that the error is about the command and not its options. */
function argsToParse(program: Command, args: readonly string[]): readonly string[] {
  const [first = '', second] = args;
  if (first === 'help')
    return second === undefined ? ['--help'] : argsToParse(program, [...args.slice(1), '--help']);
  const isKnown = /^(-|$)/.test(first) || program.commands.some((command) => command.name() === first);
  return isKnown ? args : [first];
}

/** Hides the less common options of a command that has many, unless `all` are requested. They still work. */
function shortenHelp(program: Command, args: readonly string[]): void {
  const isHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h');
  if (!isHelp || args.includes('all')) return;
  const verify = program.commands.find((command) => command.name() === 'verify');
  for (const option of verify?.options ?? []) {
    option.hidden = !commonOptions.has(option.attributeName());
    option.helpGroup('Options:');
  }
  verify?.optionsGroup('Options:').addHelpText('after', `\n${allOptionsHint}`);
}

function createProgram(args: readonly string[], io: CommandIo): Command {
  const bold = (text: string) => styleText('bold', text, { validateStream: false });
  return new Command('npx cloud-cost-contract')
    .description('Tools for the contract of the Cloud Cost and Commitment Analytics API.')
    .usage('<command> [options]')
    .option('-v, --version', 'print the versions of package, contract and suite')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: bold,
      styleCommandText: bold,
      styleSubcommandText: bold,
      styleOptionTerm: bold,
    })
    .configureOutput({
      writeOut: (text) => io.stdout.writeRaw(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(`cost-contract: ${problem(text)}${adviceOn(text, args)}\n`),
      getOutHasColors: () => io.stdout.hasColors === true,
      getErrHasColors: () => false,
    })
    .showHelpAfterError(hintFor(''))
    .addHelpText(
      'after',
      `
Run 'npx cloud-cost-contract <command> --help' for the options and exit codes of a command.`,
    )
    .exitOverride();
}

/** Commander writes a suggestion on a line of its own. */
const suggestionStart = '\n(Did you mean ';
const suggestionEnd = '?)';

/** Turns a message of Commander into a sentence, without the value of an unknown option, which may be a secret. */
function problem(text: string): string {
  const message = redactPlaces(text.replace(/^error: /, '').trimEnd());
  const start = message.endsWith(suggestionEnd) ? message.lastIndexOf(suggestionStart) : -1;
  const what = start < 0 ? message : message.slice(0, start);
  const near = start < 0 ? '' : message.slice(start + suggestionStart.length, -suggestionEnd.length);
  const sentence = what.replace(/^(unknown option '-[^=']*)=.*'$/s, "$1'").replace(/\.$/, '');
  const suggestion = near ? ` Did you mean ${near.startsWith('one of') ? near : `'${near}'`}?` : '';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${suggestion}`;
}

/** A shell turns a glob that is not quoted into several arguments, and --data takes the first. */
function adviceOn(text: string, args: readonly string[]): string {
  const isGlob = text.startsWith('error: too many arguments') && args.includes('--data');
  return isGlob ? ' Quote a glob, or repeat --data for each path.' : '';
}
