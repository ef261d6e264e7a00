import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../command.js';
import { packageCommand } from '../output/in-shell.js';
import { type ConfigOptions, settingOf } from './config-options.js';

/**
 * What a configuration file in the working directory may set although nobody requested it: whatever changes only the
 * result. A cloned repository or a pull request can bring such a file, so the rest requires `--config`.
 */
const rules: Readonly<Record<keyof ConfigOptions, (value: unknown, url: string | undefined) => boolean>> = {
  ...{ url: never, apiKeysFrom: never, receiverUrl: never, receiverPort: never },
  ...{ allowWrites: isFalse, allowRateLimit: isFalse },
  ...{ profile: always, allowMissing: always, bail: always, only: always, skip: always },
  ...{ timeout: always, rate: always },
  ...{ operation: always, tag: always, path: always },
  ...{ excludeOperation: always, excludeTag: always, excludePath: always },
  waivers: (files) => (files as readonly string[]).every(isInside),
  fixtures: (from, url) =>
    /^https?:/i.test(String(from)) ? isSameOrigin(String(from), url) : isInside(String(from)),
  data: (paths) => (paths as readonly string[]).every(isExportInside),
  reporter: (all) =>
    (all as readonly string[]).every((one) => !one.includes('=') || isInside(one.replace(/^[^=]*=/, ''))),
};

/**
 * Refuses a file that sets more than the result.
 *
 * @param file the configuration file
 * @param used the settings that take effect, by option
 * @throws {UsageError}
 */
export function refuseUnlessResultOnly(
  file: string,
  used: Partial<ConfigOptions>,
  { command, url }: { readonly command: Command; readonly url: string | undefined },
): void {
  const refused = Object.entries(used).filter(
    ([option, value]) => !rules[option as keyof ConfigOptions](value, url),
  );
  if (refused.length === 0) return;
  const names = [...new Set(refused.map(([option]) => settingOf(option)))];
  throw new UsageError(
    `${file} sets ${names.join(', ')}. A file that is only found in the working directory may not send API keys or requests to other servers, and may not use files outside this folder or hidden ones, or a glob of data. If you trust it, run: ${requesting(file, command)}`,
  );
}

/** Refuses a file that is a link to one outside, whose text would appear in messages. @throws {UsageError} */
export function refuseForeignFile(file: string, command: Command): void {
  if (isInside(file)) return;
  throw new UsageError(
    `${file} is a link to a file outside this folder. If you trust it, run: ${requesting(file, command)}`,
  );
}

/** The command line that requests the file. An operand with `@` may be a URL that contains a password. */
function requesting(file: string, command: Command): string {
  const operands = command.args.filter((one) => !one.includes('@'));
  return packageCommand(command.name(), ...operands, '--config', file);
}

function never(): boolean {
  return false;
}

function always(): boolean {
  return true;
}

function isFalse(value: unknown): boolean {
  return value === false;
}

function isSameOrigin(from: string, url: string | undefined): boolean {
  return (
    url !== undefined &&
    URL.canParse(from) &&
    URL.canParse(url) &&
    new URL(from).origin === new URL(url).origin
  );
}

/** Whether all files of an export are inside. A glob is not supported: DuckDB expands it, and follows links. */
function isExportInside(path: string): boolean {
  if (/[*?[]/.test(path) || !isInside(path)) return false;
  if (!entryAt(path)?.isDirectory()) return true;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .every((link) => isInside(join(link.parentPath, link.name)));
}

/** Returns what is at a path; undefined if there is nothing, or if it cannot be known. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is in the working directory, also after its links are resolved, and no part of it is hidden. */
function isInside(path: string): boolean {
  const real = realPath(resolve(path));
  if (real === undefined) return false;
  const inside = relative(realpathSync.native('.'), real);
  const parts = inside.split(sep);
  return !isAbsolute(inside) && !parts.some((part) => part.startsWith('.') || part === 'node_modules');
}

/** Resolves the links of the part of a path that exists. Undefined for a link whose target is missing. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    if (dirname(path) === path || entryAt(path)) return undefined;
    const parent = realPath(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}
