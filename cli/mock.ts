import { lookup } from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { testKeys } from '../mocks/api-keys.js';
import { createMock, type MockOptions } from '../mocks/create-mock.js';
import { isLoopbackAddress } from '../mocks/loopback.js';
import { readOrigins } from '../mocks/origins.js';
import { PrismMissingError } from '../mocks/prism/lazy-prism.js';
import { type ConnectState, StateUnreachableError } from '../mocks/state/shared-state.js';
import { scenarios } from '../mocks/world/index.js';
import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { type Command, UsageError } from './command.js';
import { integer } from './integer.js';
import { oneOf } from './one-of.js';
import { listenProblem, stopped } from './serving.js';

const help = `Usage: cost-contract mock [options]

Serves the whole API on this machine. Prints its address on standard output once it answers, and runs
until it is stopped (Ctrl-C).

Options:
  --port N             port to listen on, 0 for any free one (default: 4010)
  --host ADDRESS       address to listen on (default: 127.0.0.1, reached from this machine only)
  --api-key KEY        key to accept, of at least 8 characters; repeat it for more (default: public test
                       keys, printed at start)
  --seed N             what the data is grown from (default: 1)
  --now ISO            the moment at which the mock's clock starts (default: 2026-06-15T12:00:00Z)
  --scenario NAME      which data to hold: ${scenarios.join(', ')} (default: default)
  --rate-limit N       requests each key may make in a minute (default: 600)
  --latency MS         milliseconds by which each answer is late (default: 0)
  --engine NAME        world: data that adds up; prism: the document's examples (default: world)
  --state URL          redis:// or rediss:// address at which mocks of the same seed, start and scenario
                       share keys, limits, tags and endpoints, as one server (default: in memory)
  --allow-origin O     web pages of the origin O may call too, such as https://app.example.com, or * for
                       all; repeat it for more (default: pages of localhost, 127.0.0.1 and [::1])
  --no-control         no control plane under /__mock, no sessions, no Mock-Latency (default: all of
                       them, for programs on this machine)
  --control-token T    lets whoever sends T as a bearer use the control plane, also from other machines,
                       and nobody else; it is never printed. Without it the control plane is off where
                       other machines can reach --host
  --journal N          requests to remember with the reason for each answer, 0 for none (default: 500)

Environment:
  COST_CONTRACT_API_KEYS        keys to accept, separated by commas, where --api-key is not given
  COST_CONTRACT_CONTROL_TOKEN   the control token where --control-token is not given
`;

const engines = ['world', 'prism'] as const;

export const mock: Command = {
  name: 'mock',
  summary: 'serve the whole API on this machine',
  help,
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        'api-key': { type: 'string', multiple: true },
        seed: { type: 'string' },
        now: { type: 'string' },
        scenario: { type: 'string' },
        'rate-limit': { type: 'string' },
        latency: { type: 'string' },
        engine: { type: 'string' },
        state: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true },
        'no-control': { type: 'boolean', default: false },
        'control-token': { type: 'string' },
        journal: { type: 'string' },
      },
    });
    const keys = usable(values['api-key'] ?? keysIn(io.env.COST_CONTRACT_API_KEYS));
    const controlToken = values['control-token'] ?? io.env.COST_CONTRACT_CONTROL_TOKEN;
    const server = await start({
      ...(keys.length > 0 ? { keys } : {}),
      ...optional('seed', values.seed, (text) => integer('seed', text, 0)),
      ...optional('now', values.now, moment),
      ...optional('scenario', values.scenario, (text) => oneOf('scenario', text, scenarios)),
      ...optional('rateLimit', values['rate-limit'], (text) => integer('rate-limit', text, 1)),
      ...optional('latencyMs', values.latency, (text) => integer('latency', text, 0)),
      ...optional('engine', values.engine, (text) => oneOf('engine', text, engines)),
      ...(values['allow-origin'] ? { allowOrigins: originsIn(values['allow-origin']) } : {}),
      ...(values['no-control'] ? { control: false } : optional('controlToken', controlToken, token)),
      ...optional('journal', values.journal, (text) => integer('journal', text, 0, 100_000)),
      ...(values.state === undefined ? {} : { state: await stateAt(values.state) }),
      onFault: (error) => io.stderr.write(`cost-contract mock: ${faultLine(error)}\n`),
    });
    // From here on a signal ends it in order, and whoever has read its address may send one.
    const toldToStop = stopped(io);
    try {
      const url = await server.listen({ port: integer('port', values.port, 0, 65_535), host: values.host });
      io.stdout.write(`${url}\n`);
      io.stderr.write(hint(url, keys.length === 0));
      if (!values['no-control']) {
        io.stderr.write(controlHint(url, controlToken !== undefined, await isExposed(values.host)));
      }
      await toldToStop;
    } catch (error) {
      throw listenProblem(error, values.host, values.port);
    } finally {
      await server.close();
    }
    return 0;
  },
};

async function start(options: MockOptions) {
  try {
    return await createMock(options);
  } catch (error) {
    if (error instanceof PrismMissingError || error instanceof StateUnreachableError) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}

/** Keys of the caller's own are never printed. */
function hint(url: string, isPublic: boolean): string {
  const key = isPublic ? (testKeys[0]?.key ?? '') : 'YOUR_KEY';
  const known = isPublic
    ? `Keys: ${testKeys.map(({ key: name, scope }) => (scope === 'read' ? `${name} (read-only)` : name)).join(', ')}\n`
    : '';
  return `${known}Try: curl -H "Authorization: Bearer ${key}" ${url}/api/v1/commitments\n`;
}

/** Whether other machines can reach what listens there. */
async function isExposed(host: string): Promise<boolean> {
  return !isLoopbackAddress((await lookup(host)).address);
}

function controlHint(url: string, hasToken: boolean, exposed: boolean): string {
  if (hasToken) return `Control plane: ${url}/__mock, for whoever sends the control token\n`;
  return exposed
    ? 'Control plane: off, as other machines can reach this address; --control-token TOKEN turns it on\n'
    : `Control plane: ${url}/__mock, for programs on this machine\n`;
}

function faultLine(error: unknown): string {
  return `answered 500, because of a fault of the mock itself: ${error instanceof Error ? error.message : String(error)}`;
}

function keysIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
}

/** Not repeated, as they are secrets. */
function usable(keys: readonly string[]): readonly string[] {
  for (const [index, key] of keys.entries()) {
    const problem = apiKeyProblem(key);
    if (problem)
      throw new UsageError(`API key ${index + 1} (--api-key or COST_CONTRACT_API_KEYS) ${problem}.`);
  }
  return keys;
}

function optional<Name extends string, Value>(
  name: Name,
  text: string | undefined,
  read: (text: string) => Value,
): { [name in Name]?: Value } {
  return (text === undefined ? {} : { [name]: read(text) }) as { [name in Name]?: Value };
}

function originsIn(origins: readonly string[]): readonly string[] {
  try {
    readOrigins(origins);
    return origins;
  } catch (error) {
    throw new UsageError(`--allow-origin: ${(error as Error).message}`);
  }
}

function moment(text: string): string {
  if (Number.isNaN(Date.parse(text))) {
    throw new UsageError(`--now is a moment such as 2026-06-15T12:00:00Z, not ${text}.`);
  }
  return text;
}

/** The address is not repeated, as it may hold a password. */
async function stateAt(url: string): Promise<ConnectState> {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UsageError('--state is an address such as redis://127.0.0.1:6379/0.');
  }
  const { redisState } = await import('../mocks/state/redis-state.js');
  return redisState(url);
}

/** Not repeated, as it is a secret. */
function token(text: string): string {
  if (/^\S{8,}$/.test(text)) return text;
  throw new UsageError('--control-token is at least 8 characters without white space.');
}
