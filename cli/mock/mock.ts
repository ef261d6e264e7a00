import { lookup } from 'node:dns/promises';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { createMock, type MockOptions } from '../../mocks/create-mock.js';
import type { Scenario } from '../../mocks/dataset/index.js';
import { isLoopbackAddress } from '../../mocks/http/loopback.js';
import { readOrigins } from '../../mocks/http/origins.js';
import { PrismMissingError } from '../../mocks/prism/prism-missing-error.js';
import { testKeys } from '../../mocks/settings/api-keys.js';
import { type ConnectState, StateUnreachableError } from '../../mocks/state/shared-state.js';
import { readReceivers } from '../../mocks/webhooks/allowed-receivers.js';
import { defined } from '../../src/defined.js';
import { type CommandIo, UsageError } from '../command.js';
import { type DataOptions, dataOptions, dataSummary, withoutDataError } from '../data-options.js';
import { environmentKeys, optionKeys, usableKeys } from '../input/api-keys.js';
import { asUsageError, stopped } from '../serving.js';
import { npxEnded } from './npx-parent.js';
import { requestPrinter } from './request-printer.js';

export interface MockCommandOptions extends DataOptions {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly allowReceiver?: readonly string[];
  readonly rateLimit: number;
  readonly latency: number;
  readonly engine: 'dataset' | 'prism';
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly logFormat: 'text' | 'json';
  readonly strictQuery?: boolean;
  readonly state?: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly now?: string;
  readonly control: boolean;
  readonly controlToken?: string;
  readonly journal: number;
  readonly replay?: string;
}

/**
 * Runs the mock server until the program is stopped.
 *
 * @throws {UsageError}
 */
export async function runMock(options: MockCommandOptions, io: CommandIo): Promise<number> {
  const { port, host } = options;
  const keys = usableKeys(options.apiKey ? optionKeys(options.apiKey) : environmentKeys(io.env));
  const token = controlToken(options, io);
  const recording = options.replay === undefined ? null : await recordingIn(options.replay);
  const log = options.quiet ? null : requestPrinter(io.stderr, options);
  const server = await start({
    ...(keys.length > 0 ? { keys } : {}),
    ...(await optionsOf(options)),
    ...dataOptions(options, io),
    ...defined({ replay: recording?.responses, controlToken: token, onRequest: log?.add }),
    onError: (error) => io.stderr.write(`cost-contract mock: ${errorLine(error)}\n`),
  });
  // Must precede the line with the URL: a program that has read it may send a signal immediately.
  const stopRequested = Promise.race([stopped(io), npxEnded(io.env)]);
  try {
    const url = await server.listen({ port, host });
    io.stdout.write(`${url}\n`);
    if (!options.quiet) {
      const exposed = await isExposed(host);
      if (recording) io.stderr.write(recording.summary);
      if (server.data) io.stderr.write(dataSummary(server.data, server.control.now()));
      // A bill may have no commitments.
      const read = server.data ? 'providers' : 'commitments';
      io.stderr.write(hint(url, read, keys.length === 0, options.apiKey !== undefined));
      if (server.data && exposed && keys.length === 0) io.stderr.write(publicBill);
      if (options.allowOrigin?.includes('*')) io.stderr.write(anyOrigin);
      if (options.control) io.stderr.write(controlHint(url, token !== undefined, exposed));
    }
    // Not awaited: requests are served meanwhile. What fails here fails in a request, which reports it.
    server.prepare().catch(() => undefined);
    await stopRequested;
  } catch (error) {
    throw asUsageError(error, host, port);
  } finally {
    await server.close();
    log?.flush();
  }
  return 0;
}

async function optionsOf(options: MockCommandOptions): Promise<MockOptions> {
  const { seed, now, rateLimit, latency, engine, control, journal, strictQuery } = options;
  const { allowOrigin, allowReceiver, state } = options;
  return defined({
    ...{ seed, now, rateLimit, latencyMs: latency, engine, control, journal, strictQuery },
    scenario: options.data === undefined ? options.scenario : undefined,
    allowOrigins: allowOrigin && valid('--allow-origin', allowOrigin, readOrigins),
    allowReceivers: allowReceiver && valid('--allow-receiver', allowReceiver, readReceivers),
    state: state === undefined ? undefined : await stateAt(state),
  });
}

async function start(options: MockOptions) {
  try {
    return await createMock(options);
  } catch (error) {
    if (options.signal?.aborted) throw new CannotStart('Stopped while reading data.');
    if (error instanceof PrismMissingError || error instanceof StateUnreachableError) {
      throw new UsageError(error.message);
    }
    throw withoutDataError(error);
  }
}

/** Loaded here, because most mocks need neither the suite nor validators. */
async function recordingIn(file: string) {
  const { loadRecording } = await import('./load-recording.js');
  return loadRecording(file);
}

const publicBill =
  'Warning: other machines can reach this address and read the bill with these public keys; set your own in COST_CONTRACT_API_KEYS.\n';

/** Printed at the start, because a preflight does not say whether the page sends credentials. */
const anyOrigin =
  "Pages of any origin may call the mock. For `credentials: 'include'`, also name the origin: --allow-origin https://app.example.com\n";

/** Names the public test keys. Keys of the user are never printed. */
function hint(url: string, read: string, isPublic: boolean, isGiven: boolean): string {
  const key = isPublic ? (testKeys[0]?.key ?? '') : 'YOUR_KEY';
  const names = testKeys.map(({ key: name, scope }) => (scope === 'read' ? `${name} (read-only)` : name));
  const keys = isPublic ? names.join(', ') : 'from COST_CONTRACT_API_KEYS';
  const known = isGiven ? '' : `Keys: ${keys}\n`;
  return `${known}Try: curl -H "Authorization: Bearer ${key}" ${url}/api/v1/${read}\nOr open ${url}/ in a browser.\n`;
}

/** Whether other machines can reach a server that listens on a host. */
async function isExposed(host: string): Promise<boolean> {
  return !isLoopbackAddress((await lookup(host.replace(/^\[(.*)\]$/, '$1'))).address);
}

function controlHint(url: string, hasToken: boolean, exposed: boolean): string {
  if (hasToken) return `Control plane: ${url}/__mock, for requests with the control token\n`;
  return exposed
    ? 'Control plane: off, because other machines can reach this address; enable it with --control-token TOKEN\n'
    : `Control plane: ${url}/__mock, for programs on this machine\n`;
}

function errorLine(error: unknown): string {
  return `internal error, responded with 500: ${error instanceof Error ? error.message : String(error)}`;
}

type Read = (values: readonly string[]) => unknown;

/** @throws {UsageError} if the values of an option cannot be read */
function valid(option: string, values: readonly string[], read: Read): readonly string[] {
  try {
    read(values);
    return values;
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
}

/** The message does not repeat the URL, which may contain a password. */
async function stateAt(url: string): Promise<ConnectState> {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UsageError('--state is not a Redis URL. Give one such as redis://127.0.0.1:6379/0.');
  }
  const { redisState } = await import('../../mocks/state/redis-state.js');
  return redisState(url);
}

/** The message does not repeat an invalid token, because it is a secret. */
function controlToken(options: MockCommandOptions, { env }: CommandIo): string | undefined {
  if (!options.control) return undefined;
  const token = options.controlToken ?? env.COST_CONTRACT_CONTROL_TOKEN;
  if (token === undefined || /^\S{8,}$/.test(token)) return token;
  throw new UsageError('--control-token must have at least 8 characters and no white space.');
}
