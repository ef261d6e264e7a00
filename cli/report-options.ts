import type { Command } from 'commander';
import type { ScopeOptions } from '../conformance/scope.js';
import { list } from './values.js';

export const reporterNames = ['pretty', 'html', 'markdown', 'json', 'junit', 'github'] as const;

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

/** Options by which checks and operations are chosen. */
export interface CheckOptions extends ScopeFlags {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: string;
  /** False for no configuration file. */
  readonly config?: string | false;
}

/** Options by which operations are chosen. */
interface ScopeFlags {
  readonly operation?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly excludeOperation?: readonly string[];
  readonly excludeTag?: readonly string[];
  readonly excludePath?: readonly string[];
}

export function scopeOf(flags: ScopeFlags): ScopeOptions {
  const { operation = [], tag = [], path = [] } = flags;
  const { excludeOperation = [], excludeTag = [], excludePath = [] } = flags;
  return {
    operations: operation,
    tags: tag,
    paths: path,
    exclude: { operations: excludeOperation, tags: excludeTag, paths: excludePath },
  };
}

/** Adds the options by which operations are chosen. */
export function addScopeOptions(command: Command): Command {
  return command
    .optionsGroup('Scope:')
    .option('--operation <id>', 'only this operation, by its operationId; repeat any of these for more', list)
    .option('--tag <name>', 'only operations with this tag', list)
    .option('--path <glob>', "only operations of these paths: '/api/v1/commitments/**'", list)
    .option('--exclude-operation <id>', 'not this operation', list)
    .option('--exclude-tag <name>', 'no operation with this tag', list)
    .option('--exclude-path <glob>', 'no operation of these paths', list);
}

export function addCheckOptions(command: Command): Command {
  return command
    .option('--only <id>', 'run only this check; repeat it for more, end it in * for an area', list)
    .option('--skip <id>', 'leave this check out; repeat it for more, end it in * for an area', list)
    .option('--waivers <file>', 'YAML or JSON file of failures that are accepted for now');
}

export function addConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'settings to start from (default: cost-contract.config.yaml, .yml or .json)')
    .option('--no-config', 'ignore configuration files');
}
