import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Document, Node } from 'yaml';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { defined } from '../../src/defined.js';
import { type ConfigError, isConfig } from '../../src/generated/config-validator.js';
import { nearest } from '../../src/text/nearest.js';
import type { CommandIo } from '../command.js';
import { inputLimits, readNamed } from '../input/read-input.js';
import { type Config, type ConfigOptions, optionsOf, settingOf } from './config-options.js';
import { refuseForeignFile, refuseUnlessResultOnly } from './found-config.js';

/** The configuration files in the working directory, by precedence. */
const defaultFiles = ['yaml', 'yml', 'json'].map((extension) => `cost-contract.config.${extension}`);

/** What the configuration file adds to the options. */
export interface Configured {
  readonly url?: string;
  readonly apiKeysFrom?: readonly string[];
  /** Whether `fixtures` comes from a file that nobody requested. */
  readonly fixturesAreFound?: boolean;
}

/**
 * Adds the settings of the configuration file to the options. Options of the command line take precedence.
 *
 * @param url the argument of the command line
 * @throws {CannotStart} if the file cannot be read or does not conform to config.schema.json
 * @throws {UsageError} if the file was not requested and sets more than the result
 */
export async function withConfig<Options extends { config?: string | false }>(
  options: Options,
  url: string | undefined,
  command: Command,
  { stderr }: CommandIo,
): Promise<Options & Configured> {
  const isFound = options.config === undefined;
  const file = options.config === false ? undefined : (options.config ?? defaultFiles.find(existsSync));
  if (file === undefined) return defined({ ...options, url });
  if (isFound) refuseForeignFile(file, command);
  const settings = { ...optionsOf(await readConfig(file), dirname(file)), ...defined({ url }) };
  const isUsed = ([name, value]: [string, unknown]) =>
    applies(command, name, value) && !(name === 'url' && url);
  const used: Partial<ConfigOptions> = Object.fromEntries(Object.entries(settings).filter(isUsed));
  if (isFound) refuseUnlessResultOnly(file, used, { command, url });
  const names = [...new Set(Object.keys(used).map(settingOf))];
  stderr.write(
    `Settings from ${file}: ${names.join(', ') || 'none, since this command does not use them or its options replace them'}.\n`,
  );
  const fixturesAreFound = isFound && used.fixtures !== undefined;
  return { ...options, ...defined({ url }), ...used, fixturesAreFound };
}

/** Whether a command supports a setting and its value, and the command line does not set it. */
function applies(command: Command, name: string, value: unknown): boolean {
  if (value === undefined || command.getOptionValueSource(name) === 'cli') return false;
  if (name === 'url') return command.registeredArguments.some((argument) => argument.name() === 'url');
  const option = command.options.find((one) => one.attributeName() === name);
  return option !== undefined && option.argChoices?.includes(String(value)) !== false;
}

async function readConfig(file: string): Promise<Config> {
  const text = await readNamed('the configuration', file, inputLimits.config);
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const at = (offset = 0) => `${file}:${lineCounter.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken) throw new CannotStart(`${at(broken.pos[0])}: Not valid YAML: ${broken.message}`);
  const value = withoutAliases(document, file);
  if (isConfig(value)) return value as Config;
  const offsetOf = (error: ConfigError) => {
    const path = [...pathOf(error), ...(unknownIn(error) ?? [])];
    const node = path.length === 0 ? document.contents : (document.getIn(path, true) as Node | undefined);
    return node?.range?.[0] ?? 0;
  };
  const problems = (isConfig.errors ?? [])
    .map((error) => ({ offset: offsetOf(error), problem: problemOf(error) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, problem }) => `${at(offset)}: ${problem}`);
  throw new CannotStart(problems.join('\n'));
}

/** Returns the value of a document. Rejects aliases, because they could expand a small file to a large value. */
function withoutAliases(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch {
    throw new CannotStart(`${file}: Aliases (*name) are not supported.`);
  }
}

function pathOf({ instancePath }: ConfigError): string[] {
  return instancePath.split('/').slice(1);
}

function unknownIn({ keyword, params }: ConfigError): [string] | undefined {
  return keyword === 'additionalProperties' ? [String(params.additionalProperty)] : undefined;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** Describes an error, with a suggestion. */
function problemOf(error: ConfigError): string {
  const name = pathOf(error).join('.') || 'The configuration';
  const [unknown] = unknownIn(error) ?? [];
  if (unknown === undefined) {
    if (name.startsWith('apiKeysFrom.') && error.keyword === 'pattern') {
      return `${name} does not start with COST_CONTRACT_. Name other environment variables on the command line, with --api-keys-from.`;
    }
    const { allowedValues, type } = error.params;
    if (Array.isArray(allowedValues)) return `${name} must be one of ${allowedValues.join(', ')}.`;
    return `${name} ${type === undefined ? error.message : `must be ${typeNames[String(type)]}`}.`;
  }
  if (/^api-?_?keys?$/i.test(unknown)) {
    return 'API keys do not belong in this file. Put them into an environment variable, and its name into apiKeysFrom.';
  }
  const known = nearest(unknown, Object.keys(error.parentSchema.properties ?? {}));
  return `Unknown setting '${unknown.slice(0, 50)}'.${known ? ` Did you mean '${known}'?` : ''}`;
}
