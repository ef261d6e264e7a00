import type { Command } from 'commander';

/** Turns a function that returns an exit code into an action of a command. */
export type Exits = <Args extends unknown[]>(
  run: (...args: Args) => Promise<number>,
) => (...args: Args) => Promise<void>;

/** The line that follows an error in the command line. */
export const hintFor = (command: string) => `Run 'npx cloud-cost-contract${command} --help' for usage.`;

/** @param parent the names of the commands that the command belongs to */
export function addCommand(
  program: Command,
  name: string,
  summary: string,
  description = summary,
  parent = '',
): Command {
  return program
    .command(name)
    .summary(summary)
    .description(description)
    .showHelpAfterError(hintFor(`${parent} ${name}`));
}
