import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Document, LineCounter, type Node, parseDocument } from 'yaml';
import { CannotStart } from '../conformance/cannot-start.js';
import type { Profile } from '../conformance/result.js';
import type { ScopeOptions } from '../conformance/scope.js';
import { type ConfigError, isConfig } from '../src/generated/config-validator.js';
import { nearest } from '../src/text/nearest.js';
import type { CommandIo } from './command.js';
import { inputLimits, readNamed } from './read-input.js';

/** The configuration files in the working directory, by precedence. */
const defaultFiles = ['yaml', 'yml', 'json'].map((extension) => `cost-contract.config.${extension}`);

/** The content of a configuration file, as defined by config.schema.json. */
interface Config {
  readonly url?: string;
  readonly apiKeysFrom?: readonly string[];
  readonly profile?: Profile;
  readonly scope?: ScopeOptions;
  readonly allowMissing?: boolean;
  readonly bail?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: string;
  readonly fixtures?: string;
  readonly data?: string | readonly string[];
  readonly reporters?: readonly string[];
  readonly timeout?: number;
  readonly allowWrites?: boolean;
  readonly allowRateLimit?: boolean;
  readonly receiver?: { readonly url: string; readonly port?: number };
}

/**
 * Adds the settings of the configuration file to the options. Options of the command line take precedence.
 *
 * @throws {CannotStart} if the file cannot be read or does not conform to config.schema.json
 */
export async function withConfig<Options extends { config?: string | false }>(
  options: Options,
  command: Command,
  { stderr }: CommandIo,
): Promise<Options & { readonly url?: string; readonly apiKeysFrom?: readonly string[] }> {
  const file = options.config === false ? undefined : (options.config ?? defaultFiles.find(existsSync));
  if (file === undefined) return options;
  const settings = optionsOf(await readConfig(file), dirname(file));
  if (options.config === undefined) stderr.write(`Settings from ${file}.\n`);
  const used = Object.entries(settings).filter(([name, value]) => applies(command, name, value));
  return { ...options, ...Object.fromEntries(used) };
}

/** Whether a command supports a setting and its value, and the command line does not set it. */
function applies(command: Command, name: string, value: unknown): boolean {
  if (value === undefined || command.getOptionValueSource(name) === 'cli') return false;
  if (name === 'url' || name === 'apiKeysFrom') return true;
  const option = command.options.find((one) => one.attributeName() === name);
  return option !== undefined && option.argChoices?.includes(String(value)) !== false;
}

/** Returns the settings by the names of the command line options. */
function optionsOf(config: Config, folder: string) {
  const { url, apiKeysFrom, profile, allowMissing, bail, only, skip, timeout, allowWrites, allowRateLimit } =
    config;
  const { operations, tags, paths, exclude } = config.scope ?? {};
  const inFolder = (path: string | undefined) => (path === undefined ? undefined : join(folder, path));
  return {
    ...{ url, apiKeysFrom, profile, allowMissing, bail, only, skip, timeout, allowWrites, allowRateLimit },
    ...{ operation: operations, tag: tags, path: paths },
    excludeOperation: exclude?.operations,
    excludeTag: exclude?.tags,
    excludePath: exclude?.paths,
    waivers: inFolder(config.waivers),
    fixtures: /^https?:/.test(config.fixtures ?? '') ? config.fixtures : inFolder(config.fixtures),
    data: config.data === undefined ? undefined : [config.data].flat().map((path) => inFolder(path)),
    reporter: config.reporters?.map((one) => one.replace(/(?<==)[^/].*/s, (file) => join(folder, file))),
    receiverUrl: config.receiver?.url,
    receiverPort: config.receiver?.port,
  };
}

async function readConfig(file: string): Promise<Config> {
  const text = await readNamed('the configuration', file, inputLimits.config);
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
    const { allowedValues, type } = error.params;
    if (Array.isArray(allowedValues)) return `${name} must be one of ${allowedValues.join(', ')}.`;
    return `${name} ${type === undefined ? error.message : `must be ${typeNames[String(type)]}`}.`;
  }
  if (/^api-?_?keys?$/i.test(unknown)) {
    return 'API keys do not belong in this file. Put them into an environment variable, and its name into apiKeysFrom.';
  }
  const known = nearest(unknown, Object.keys(error.parentSchema.properties ?? {}));
  return `Unknown setting '${unknown}'.${known ? ` Did you mean '${known}'?` : ''}`;
}
