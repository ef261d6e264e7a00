import { isAbsolute, join } from 'node:path';
import type { Profile } from '../../conformance/engine/judge/result.js';
import type { ScopeOptions } from '../../conformance/engine/run/scope.js';

/** The content of a configuration file, as defined by config.schema.json. */
export interface Config {
  readonly url?: string;
  readonly apiKeysFrom?: readonly string[];
  readonly profile?: Profile;
  readonly scope?: ScopeOptions;
  readonly allowMissing?: boolean;
  readonly bail?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly waivers?: string | readonly string[];
  readonly fixtures?: string;
  readonly data?: string | readonly string[];
  readonly reporters?: readonly string[];
  readonly timeout?: number;
  readonly rate?: number;
  readonly allowWrites?: boolean;
  readonly allowRateLimit?: boolean;
  readonly receiver?: { readonly url: string; readonly port?: number };
}

/** The settings that have the name of their option, in the order in which they are shown. */
const sameNames = [
  ...(['url', 'apiKeysFrom', 'profile', 'allowMissing', 'bail', 'only', 'skip', 'timeout', 'rate'] as const),
  ...(['allowWrites', 'allowRateLimit'] as const),
];
type SameName = (typeof sameNames)[number];

/** The settings of a configuration file, by the names of the command line options. */
export type ConfigOptions = ReturnType<typeof optionsOf>;

/** Returns the settings by the names of the command line options. */
export function optionsOf(config: Config, folder: string) {
  const { operations, tags, paths, exclude } = config.scope ?? {};
  const fromFolder = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  const inFolder = (path: string | undefined) => (path === undefined ? undefined : fromFolder(path));
  const inFolders = (paths: string | readonly string[] | undefined) =>
    paths === undefined ? undefined : [paths].flat().map(fromFolder);
  return {
    ...(Object.fromEntries(sameNames.map((name) => [name, config[name]])) as Pick<Config, SameName>),
    ...{ operation: operations, tag: tags, path: paths },
    excludeOperation: exclude?.operations,
    excludeTag: exclude?.tags,
    excludePath: exclude?.paths,
    waivers: inFolders(config.waivers),
    fixtures: /^https?:/i.test(config.fixtures ?? '') ? config.fixtures : inFolder(config.fixtures),
    data: inFolders(config.data),
    reporter: config.reporters?.map((one) => one.replace(/(?<==).+/s, fromFolder)),
    receiverUrl: config.receiver?.url,
    receiverPort: config.receiver?.port,
  };
}

/** The name of an option's setting in the file. */
export function settingOf(option: string): string {
  if (/^receiver/.test(option)) return 'receiver';
  if (option === 'reporter') return 'reporters';
  return /^(operation|tag|path|exclude.*)$/.test(option) ? 'scope' : option;
}
