import { nearest } from '../src/text/nearest.js';
import { unknownOption } from '../src/text/unknown-option.js';
import { scenarios } from './dataset/seed-data/scenario-names.js';
import type { ListenOptions } from './servers/node.js';
import type { MockOptions } from './settings.js';

/** What a value has to be; what it is otherwise told to be. */
interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly pass: string;
  /** Whether the value may be shown. */
  readonly isSecret?: true;
  readonly names?: readonly string[];
}

const isWhole = (least: number, most = Number.MAX_SAFE_INTEGER) => ({
  fits: (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  pass: `a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}`,
});
const oneOf = (names: readonly string[]): Rule => ({
  fits: (value) => names.includes(value as string),
  pass: `one of ${names.join(', ')}`,
  names,
});
const isFlag: Rule = { fits: (value) => typeof value === 'boolean', pass: 'true or false' };
const isText: Rule = { fits: (value) => typeof value === 'string', pass: 'a string' };
const isCallback: Rule = { fits: (value) => typeof value === 'function', pass: 'a function' };
const isList: Rule = { fits: Array.isArray, pass: 'a list' };

const mockRules = {
  keys: { ...isList, isSecret: true },
  seed: isWhole(0),
  now: { ...isText, pass: 'a date such as 2026-06-15T12:00:00Z' },
  frozen: isFlag,
  scenario: oneOf(scenarios),
  rateLimit: isWhole(1),
  latencyMs: isWhole(0),
  engine: oneOf(['world', 'prism']),
  state: { ...isCallback, pass: 'what connects to shared state, such as redisState(url)', isSecret: true },
  control: isFlag,
  controlToken: {
    fits: (value) => typeof value === 'string' && /^\S{8,}$/.test(value),
    pass: 'at least 8 characters without white space',
    isSecret: true,
  },
  allowOrigins: isList,
  journal: isWhole(0),
  strictQuery: isFlag,
  webhookSecret: { ...isText, isSecret: true },
  onRequest: isCallback,
  onFault: isCallback,
} satisfies Record<keyof MockOptions, Rule>;

const listenRules = {
  port: isWhole(0, 65_535),
  host: { ...isText, pass: 'an address of this machine' },
  requestTimeoutMs: isWhole(1),
} satisfies Record<keyof ListenOptions, Rule>;

/** @throws {TypeError} for an option of `createMock` that does not exist or cannot be used */
export function checkMockOptions(options: object): void {
  check('createMock', options, mockRules);
}

/** @throws {TypeError} for an option of `listen` that does not exist or cannot be used */
export function checkListenOptions(options: object): void {
  check('listen', options, listenRules);
}

function check(where: string, options: object, rules: Readonly<Record<string, Rule>>): void {
  const unknown = unknownOption(options, Object.keys(rules));
  if (unknown !== undefined) throw new TypeError(`${where}: ${unknown}`);
  for (const [name, value] of Object.entries(options)) {
    const { fits, pass, isSecret, names } = rules[name] as Rule;
    if (value === undefined || fits(value)) continue;
    const meant = names && typeof value === 'string' ? nearest(value.slice(0, 100), names) : undefined;
    const suggestion = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    throw new TypeError(
      `${where}: ${name} is ${isSecret ? 'not usable' : shown(value)}: pass ${pass}.${suggestion}`,
    );
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 100);
}
