import { type Command, Option } from 'commander';
import { addCommand, type Exits } from '../add-command.js';
import type { CommandIo } from '../command.js';
import type { CompareCommandOptions } from './compare.js';

/** Adds the command `compare`. */
export function addCompare(program: Command, io: CommandIo, exits: Exits): void {
  addCommand(
    program,
    'compare',
    'compare two reports of verify',
    'Compares two JSON reports of verify, and prints what broke, what was fixed and what still fails.',
  )
    .usage('<old.json> <new.json> [options]')
    .argument('<old.json>', 'the older report')
    .argument('<new.json>', 'the newer report')
    .addOption(
      new Option('--format <name>', 'output format; markdown is for a comment of a pull request')
        .choices(['pretty', 'markdown', 'json'])
        .default('pretty'),
    )
    .option('--verbose', 'print everything, not only what fits a screen')
    .addHelpText(
      'after',
      `
Exit codes:
  0  nothing broke
  1  a check fails that did not, or what passed could not be tested any more
  2  a file is not a report, or is one in another format

Example:
  npx cloud-cost-contract verify http://localhost:8080 --reporter pretty --reporter json=new.json
  npx cloud-cost-contract compare old.json new.json`,
    )
    .action(
      exits(async (old: string, now: string, options: CompareCommandOptions) =>
        (await import('./compare.js')).runCompare(old, now, options, io),
      ),
    );
}
