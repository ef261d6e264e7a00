import type { Command } from 'commander';
import { list } from './values.js';

export const reporterNames = ['pretty', 'html', 'markdown', 'json', 'junit'] as const;

/** The options of every command that writes reports. */
export interface ReportOptions {
  readonly reporter?: readonly string[];
  readonly output?: string;
}

export function addReportOptions(command: Command): Command {
  return command
    .optionsGroup('Reports:')
    .option(
      '--reporter <name[=file]>',
      `${reporterNames.slice(0, -1).join(', ')} or ${reporterNames.at(-1)}; repeat it for more, each with a file but one (default: pretty)`,
      list,
    )
    .option('--output <file>', 'file for the last report that has none of its own');
}

/** Options by which checks are chosen. */
export interface CheckOptions {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: string;
}

export function addCheckOptions(command: Command): Command {
  return command
    .option('--only <id>', 'run only this check; repeat it for more, end it in * for an area', list)
    .option('--skip <id>', 'leave this check out; repeat it for more, end it in * for an area', list)
    .option('--waivers <file>', 'YAML or JSON file of failures that are accepted for now');
}
