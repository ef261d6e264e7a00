import type { Command } from 'commander';
import { type CommandIo, UsageError } from '../command.js';
import type { CheckOptions } from '../options/shared-options.js';

/** Adds the settings of the configuration file to the options of a command. */
export async function configured<Options extends CheckOptions>(
  options: Options,
  command: Command,
  io: CommandIo,
  url?: string,
) {
  return (await import('./config-file.js')).withConfig(options, url, command, io);
}

/** @throws {UsageError} without a URL */
export function urlIn(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new UsageError("Give the server's URL, as an argument or as url in the file of --config.");
}
