import { type Command, Option } from 'commander';
import { list } from './values.js';

export const reporterNames = ['pretty', 'html', 'markdown', 'json', 'junit', 'ctrf', 'github'] as const;

/** The options of every command that writes reports. */
export interface ReportOptions {
  readonly reporter?: readonly string[];
  readonly output?: string;
  readonly verbose?: boolean;
  readonly groupBy?: 'check' | 'operation';
}

export function addReportOptions(command: Command): Command {
  return command
    .optionsGroup('Reports:')
    .option(
      '--reporter <name[=file]>',
      `${reporterNames.slice(0, -1).join(', ')} or ${reporterNames.at(-1)}; repeatable, all but one with a file (default: pretty)`,
      list,
    )
    .option('--output <file>', 'file for the last report without one')
    .addOption(
      new Option('--group-by <name>', 'order of the failures in the pretty report (default: check)').choices([
        'check',
        'operation',
      ]),
    )
    .option('--verbose', 'print all of the pretty report, not only what fits a screen');
}

/** The options that select checks and operations. */
export interface CheckOptions {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: readonly string[];
  /** False to ignore configuration files. */
  readonly config?: string | false;
  readonly operation?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly excludeOperation?: readonly string[];
  readonly excludeTag?: readonly string[];
  readonly excludePath?: readonly string[];
}

/** Adds the options that select operations. */
export function addScopeOptions(command: Command): Command {
  return command
    .optionsGroup('Scope:')
    .option('--operation <id>', 'only this operation (operationId); repeatable', list)
    .option('--tag <name>', 'only operations with this tag', list)
    .option('--path <glob>', "only operations with a matching path, such as '/api/v1/commitments/**'", list)
    .option('--exclude-operation <id>', 'exclude this operation', list)
    .option('--exclude-tag <name>', 'exclude operations with this tag', list)
    .option('--exclude-path <glob>', 'exclude operations with a matching path', list);
}

export function addCheckOptions(command: Command): Command {
  return command
    .option('--only <id>', "only this check or area ('pagination.*'); repeatable", list)
    .option('--skip <id>', "skip this check or area ('pagination.*'); repeatable", list)
    .option('--waivers <file>', 'file of failures that are accepted for now; repeatable', list);
}

export function addConfigOptions(command: Command): Command {
  return command
    .option(
      '--config <file>',
      'configuration file (default: cost-contract.config.yaml, .yml or .json, for settings of the result only)',
    )
    .option('--no-config', 'ignore configuration files');
}

/** Adds the options of commands that read a bill, beside its path. */
export function addBillOptions(command: Command): Command {
  return command
    .option(
      '--provider-id <name=id>',
      "id of a provider of the bill, such as 'Provider B=provider_b'; repeatable",
      list,
    )
    .option(
      '--allow-repeated-rows',
      'accept rows of the bill that repeat other rows, in every column or in another file',
    )
    .option(
      '--newest-file-wins',
      'leave out files of the bill if files modified later have the same charges',
    );
}

/** The option of a profile, without a value it is `standard`. */
export const profile = (...choices: readonly string[]) =>
  new Option('--profile <name>', profileWords(choices)).choices(choices).default('standard');

function profileWords(choices: readonly string[]): string {
  const readOnly = choices.includes('read-only') ? '; read-only: send no writes' : '';
  return `strict: warnings fail too${readOnly}`;
}
