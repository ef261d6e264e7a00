import type { ChargesInfo } from '../src/focus/charges-info.js';
import { bodyLimitOf, createBillUpload } from './control/bill-upload.js';
import { createControl, type MockControl } from './control/control.js';
import { controlPlane } from './control/plane.js';
import { createSessions } from './control/sessions.js';
import { createPipeline } from './pipeline.js';
import { prepare } from './prepare.js';
import { fetchServer } from './servers/fetch.js';
import type { NodeServer } from './servers/node.js';
import { Session } from './session/session.js';
import type { ApiKey } from './settings/api-keys.js';
import { checkListenOptions } from './settings/check-options.js';
import { sharedDatasetLimits } from './settings/limits.js';
import type { ListenOptions, MockOptions } from './settings/options.js';
import { readSettings, type Settings } from './settings/settings.js';
import type { Pipeline } from './types.js';

export type { MockOptions } from './settings/options.js';

/** A running mock, with or without a socket. */
export interface Mock {
  /** Sends a request to the mock without a socket. Same signature as the global `fetch`. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The accepted API keys. */
  readonly keys: readonly ApiKey[];
  readonly control: MockControl;
  /** What was read from `data`, or from a bill that the control plane received; null without. */
  readonly data: ChargesInfo | null;
  /**
   * Starts an HTTP server. Node only.
   *
   * @returns the base URL, such as `http://127.0.0.1:4010`
   * @throws if the port is in use or an option is invalid
   */
  listen(options?: ListenOptions): Promise<string>;
  /**
   * Computes the figures of each read while no requests arrive, so that the first reads are as fast as later ones.
   * Resolves after about half a second with the default scenario, or when the mock is closed.
   */
  prepare(): Promise<void>;
  /**
   * Stops all servers within two seconds and disconnects from shared state. Requests that take longer than one
   * second and pending deliveries are aborted. Required only after `listen` or with shared state.
   */
  close(): Promise<void>;
}

const pipelines = new WeakMap<Mock, Pipeline>();

/** Returns the pipeline of a mock, to call it without `Request` and `Response`. */
export const pipelineOf = (mock: Mock) => pipelines.get(mock) as Pipeline;

/**
 * Creates a mock of the API.
 *
 * @throws {TypeError} if an option is unknown or has an invalid value
 * @throws {RangeError} if `now` is not a timestamp, a key is not usable, or an entry of `allowOrigins` or
 *   `allowReceivers` is not valid
 * @throws {FocusError} if `data` or `inventory` cannot be read correctly
 * @throws {DuckDbMissingError} if `data` requires DuckDB and it is not installed
 * @throws {StateUnreachableError} if the shared state store cannot be reached
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const settings = await readSettings(options);
  const { keys, rateLimit, webhookSecret, ownPorts, sleeper } = settings;
  const name = `${settings.scenario}:${originOf(settings)}`;
  const shared = (await options.state?.({ name, rateLimit })) ?? null;
  // The clock of a mock that joins shared state continues from the first server's.
  const joinedAt = shared && !settings.isFrozen ? settings.start + shared.elapsedMs : null;
  const root = new Session(settings, createPipeline, sharedDatasetLimits, shared, joinedAt);
  const sessions = createSessions(root, keys, () => new Session(settings, createPipeline));
  const control = createControl({
    session: root,
    sessions,
    keys,
    start: () => settings.start,
    origin: () => originOf(settings),
    webhookSecret,
    isShared: shared !== null,
  });
  const upload = createBillUpload(settings, shared !== null, () => {
    sessions.close();
    root.open(settings.scenario);
  });
  const handle = settings.isControlled
    ? controlPlane(sessions.handle, { control, settings, loadBill: upload.load })
    : root.handle;
  const servers: NodeServer[] = [];
  const mock: Mock = {
    fetch: fetchServer(handle),
    keys,
    control,
    get data() {
      return settings.bill?.info ?? null;
    },
    async listen(listenOptions = {}) {
      checkListenOptions(listenOptions);
      // Imported here, so that the rest runs without Node.
      const { listen } = await import('./servers/node.js');
      const server = await listen(handle, root.stamps, listenOptions, settings.log, (request) =>
        bodyLimitOf(request, settings),
      );
      servers.push(server);
      ownPorts.add(server.port);
      return server.url;
    },
    prepare: () => prepare(settings),
    async close() {
      await Promise.all(servers.splice(0).map((server) => server.close()));
      ownPorts.clear();
      // The connections are closed; the remaining timers must not delay the exit of the process.
      sleeper.wakeAll();
      sessions.endDeliveries();
      await upload.end();
      await shared?.close();
    },
  };
  pipelines.set(mock, handle);
  return mock;
}

/** Identifies the data of a mock. */
function originOf({ seed, start, bill }: Settings): string {
  return bill ? `${seed}:${start}:${bill.digest}` : `${seed}:${start}`;
}
