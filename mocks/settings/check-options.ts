import { nearest } from '../../src/text/nearest.js';
import { unknownOption } from '../../src/text/unknown-option.js';
import { scenarios } from '../dataset/seed-data/scenario-names.js';
import type { ListenOptions, MockOptions } from './options.js';

/** A condition that the value of an option has to meet. */
interface Rule {
  readonly fits: (value: unknown) => boolean;
  /** The values to pass, for the error message. */
  readonly pass: string;
  /** Whether the error message omits the value. */
  readonly isSecret?: true;
  readonly names?: readonly string[];
}

const isInteger = (min: number, max = Number.MAX_SAFE_INTEGER) => ({
  fits: (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  pass: `an integer ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`,
});
const oneOf = (names: readonly string[]): Rule => ({
  fits: (value) => names.includes(value as string),
  pass: `one of ${names.join(', ')}`,
  names,
});
const isFlag: Rule = { fits: (value) => typeof value === 'boolean', pass: 'true or false' };
const isString: Rule = { fits: (value) => typeof value === 'string', pass: 'a string' };
const isCallback: Rule = { fits: (value) => typeof value === 'function', pass: 'a function' };
const isList: Rule = { fits: Array.isArray, pass: 'an array' };

const mockRules = {
  keys: { ...isList, isSecret: true },
  seed: isInteger(0),
  now: { ...isString, pass: 'an ISO 8601 timestamp, such as 2026-06-15T12:00:00Z' },
  frozen: isFlag,
  scenario: oneOf(scenarios),
  rateLimit: isInteger(1),
  latencyMs: isInteger(0),
  engine: oneOf(['dataset', 'prism']),
  data: {
    fits: (value) =>
      typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
    pass: 'a path or an array of paths',
  },
  inventory: { ...isString, pass: 'the path of a file' },
  providerIds: {
    fits: (value) => Object.values(value ?? [0]).every((id) => /^[a-z0-9_-]{1,64}$/.test(String(id))),
    pass: "an object such as { 'Provider B': 'provider_b' }",
  },
  allowRepeatedRows: isFlag,
  newestFileWins: isFlag,
  onProgress: isCallback,
  signal: { fits: (value) => value instanceof AbortSignal, pass: 'an AbortSignal' },
  replay: { ...isList, pass: 'an array of recorded responses' },
  state: { ...isCallback, pass: 'a state store, such as redisState(url)', isSecret: true },
  control: isFlag,
  controlToken: {
    fits: (value) => typeof value === 'string' && /^\S{8,}$/.test(value),
    pass: 'at least 8 characters without white space',
    isSecret: true,
  },
  allowOrigins: isList,
  allowReceivers: isList,
  journal: isInteger(0),
  strictQuery: isFlag,
  webhookSecret: { ...isString, isSecret: true },
  onRequest: isCallback,
  onError: isCallback,
} satisfies Record<keyof MockOptions, Rule>;

const listenRules = {
  port: isInteger(0, 65_535),
  host: { ...isString, pass: 'a host name or an address of this machine' },
  requestTimeoutMs: isInteger(1),
} satisfies Record<keyof ListenOptions, Rule>;

/** @throws {TypeError} if an option of `createMock` is unknown or has an invalid value */
export function checkMockOptions(options: object): void {
  check('createMock', options, mockRules);
}

/** @throws {TypeError} if an option of `listen` is unknown or has an invalid value */
export function checkListenOptions(options: object): void {
  check('listen', options, listenRules);
}

function check(functionName: string, options: object, rules: Readonly<Record<string, Rule>>): void {
  const unknown = unknownOption(options, Object.keys(rules));
  if (unknown !== undefined) throw new TypeError(`${functionName}: ${unknown}`);
  for (const [name, value] of Object.entries(options)) {
    const { fits, pass, isSecret, names } = rules[name] as Rule;
    if (value === undefined || fits(value)) continue;
    const nearestName = names && typeof value === 'string' ? nearest(value.slice(0, 100), names) : undefined;
    const suggestion = nearestName === undefined ? '' : ` Did you mean '${nearestName}'?`;
    const printed = isSecret ? '' : format(value);
    throw new TypeError(`${functionName}: Invalid \`${name}\`${printed}. Pass ${pass}.${suggestion}`);
  }
}

function format(value: unknown): string {
  if (typeof value === 'string') return ` ${JSON.stringify(value.slice(0, 100))}`;
  return typeof value === 'object' && value !== null ? '' : ` ${String(value).slice(0, 100)}`;
}
