import type { ApiKey } from './api-keys.js';
import { checkListenOptions } from './check-options.js';
import { createControl, type MockControl } from './control/control.js';
import { controlPlane } from './control/plane.js';
import { createSessions } from './control/sessions.js';
import { sharedDatasetLimits } from './limits.js';
import { fetchServer } from './servers/fetch.js';
import type { ListenOptions, NodeServer } from './servers/node.js';
import { Session } from './session.js';
import { type MockOptions, readSettings } from './settings.js';

export type { MockOptions } from './settings.js';

/** A running mock, with or without a socket. */
export interface Mock {
  /** Answers without a socket, as the global `fetch` would over one. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The keys it accepts. */
  readonly keys: readonly ApiKey[];
  readonly control: MockControl;
  /**
   * Answers over HTTP; Node only.
   *
   * @returns the address, such as `http://127.0.0.1:4010`
   * @throws when the port is taken, or an option cannot be used
   */
  listen(options?: ListenOptions): Promise<string>;
  /**
   * Ends all servers, within two seconds: what takes longer than a second to be answered is cut off, as are
   * deliveries. Lets go of shared state. A mock with neither servers nor shared state need not be closed.
   */
  close(): Promise<void>;
}

/**
 * Makes a mock of the service.
 *
 * @throws {TypeError} when there is no such option, or its value cannot be used
 * @throws {RangeError} when `now` is not a date, a key cannot be used as one, or one of `allowOrigins` is not an
 *   origin
 * @throws {StateUnreachableError} when there is no store to share state at
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const settings = await readSettings(options);
  const { keys, seed, scenario, start, rateLimit, webhookSecret, ownPorts, sleeper } = settings;
  const shared = (await options.state?.({ name: `${scenario}:${seed}:${start}`, rateLimit })) ?? null;
  // Whoever joins a running world finds its clock where it has got to.
  const joinedAt = shared && !settings.isFrozen ? start + shared.elapsedMs : start;
  const root = new Session(settings, sharedDatasetLimits, shared, joinedAt);
  const sessions = createSessions(root, keys, () => new Session(settings));
  const control = createControl({
    session: root,
    sessionNamed: sessions.named,
    keys,
    start,
    origin: `${seed}:${start}`,
    webhookSecret,
    isShared: shared !== null,
  });
  const handle = settings.isControlled ? controlPlane(control, sessions.handle, settings) : root.handle;
  const servers: NodeServer[] = [];
  return {
    fetch: fetchServer(handle),
    keys,
    control,
    async listen(listenOptions = {}) {
      checkListenOptions(listenOptions);
      // Only here, so that the rest runs where there is no Node.
      const { listen } = await import('./servers/node.js');
      const server = await listen(handle, root.stamps, listenOptions, settings.log);
      servers.push(server);
      ownPorts.add(server.port);
      return server.url;
    },
    async close() {
      await Promise.all(servers.splice(0).map((server) => server.close()));
      ownPorts.clear();
      // Whatever still waits has been cut off by now, and must not keep the program alive.
      sleeper.wakeAll();
      sessions.endDeliveries();
      await shared?.close();
    },
  };
}
