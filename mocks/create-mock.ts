import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { rateLimitWindowSeconds, rateLimit as standardRateLimit } from '../src/contract/limits.js';
import { operations } from '../src/generated/operations.js';
import { AddressLimit } from './address-limit.js';
import { type ApiKey, callerKeys, testKeys } from './api-keys.js';
import { defaultNow, momentOf } from './clock.js';
import { createControl, type MockControl } from './control/control.js';
import { isOpenTo } from './control/guard.js';
import { JournalSpace } from './control/journal-space.js';
import { controlPlane } from './control/plane.js';
import { controlPrefix } from './control/prefix.js';
import { createSessions } from './control/sessions.js';
import {
  journalLimit,
  sessionLimits,
  sharedWorldLimits,
  unauthenticatedFactor,
  unauthenticatedRequests,
} from './limits.js';
import { readOrigins } from './origins.js';
import { lazyPrism, loadPrismEngine } from './prism/lazy-prism.js';
import { createRouter } from './router.js';
import { fetchServer } from './servers/fetch.js';
import type { ListenOptions, NodeServer } from './servers/node.js';
import { createSession, type SessionParts } from './session.js';
import { Sleeper } from './sleeper.js';
import { latencyHeader } from './stages/faults.js';
import { validate } from './stages/validate.js';
import type { ConnectState } from './state/shared-state.js';
import { planWorld, type Scenario, type WorldPlan } from './world/index.js';

/** How a mock is to be; every part has a default. */
export interface MockOptions {
  /** Keys to accept, of at least 8 characters; a plain string may read and write. Default: the public test keys. */
  readonly keys?: readonly (string | ApiKey)[];
  /** What the world is grown from; the same seed and clock give the same answers. Default: 1. */
  readonly seed?: number;
  /** The moment at which the mock's clock starts, ISO 8601. Default: 2026-06-15T12:00:00Z. */
  readonly now?: string;
  /** Whether the clock stands until `control` moves it. Default: false, it runs. */
  readonly frozen?: boolean;
  /** Which world. Default: `default`. */
  readonly scenario?: Scenario;
  /** Requests each key may make in a minute. Default: 600. */
  readonly rateLimit?: number;
  /** Milliseconds by which each answer is late. Default: 0. */
  readonly latencyMs?: number;
  /** `world` computes answers from one ledger; `prism` sends the document's examples. Default: `world`. */
  readonly engine?: 'world' | 'prism';
  /**
   * Shares idempotency keys, rate limits, tags and endpoints with every mock of the same seed, start and
   * scenario there, such as `redisState(url)`. Default: they are this mock's alone, in memory.
   */
  readonly state?: ConnectState;
  /**
   * Whether requests may use the control plane, sessions and `Mock-Latency`. Default: true, for programs
   * on this machine; what `control` of the mock offers is there in either case. The control plane of a
   * server that other machines can reach, such as one at 0.0.0.0, is off without a `controlToken`.
   */
  readonly control?: boolean;
  /** What opens the control plane to other machines too, and to nobody without it. Default: none. */
  readonly controlToken?: string;
  /**
   * Origins whose web pages may call over a socket, such as `https://app.example.com`, beside those of
   * this machine; `*` for all. Default: only `http` and `https` of localhost, 127.0.0.1 and [::1].
   */
  readonly allowOrigins?: readonly string[];
  /** How many requests the journal remembers; 0 for none. Default: 500. */
  readonly journal?: number;
  /** What deliveries of events are signed with, `whsec_` and base64. Default: a public test secret. */
  readonly webhookSecret?: string;
  /** Told of errors that are the mock's own, which a caller sees as 500. Default: tells nobody. */
  readonly onFault?: (error: unknown) => void;
}

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
   * @throws when the port is taken
   */
  listen(options?: ListenOptions): Promise<string>;
  /**
   * Ends all servers, within two seconds: what takes longer than a second to be answered is cut off, as are
   * deliveries. Lets go of shared state. A mock with neither servers nor shared state need not be closed.
   */
  close(): Promise<void>;
}

const standardJournal = 500;

/** Signs the deliveries of a mock that was given no secret. It is public, so it protects nothing. */
const testWebhookSecret = 'whsec_Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=';

/**
 * Makes a mock of the service.
 *
 * @throws {RangeError} when `now` is not a date, a key cannot be used as one, or one of `allowOrigins` is not an
 *   origin
 * @throws {StateUnreachableError} when there is no store to share state at
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const keys = keysFrom(options.keys);
  const engine = options.engine === 'prism' ? await loadPrismEngine() : null;
  const origin = momentOf(options.now ?? defaultNow);
  const { seed = 1, scenario = 'default', control: isControlled = true } = options;
  const rateLimit = { limit: options.rateLimit ?? standardRateLimit, windowSeconds: rateLimitWindowSeconds };
  const shared = options.state
    ? await options.state({ name: `${scenario}:${seed}:${origin}`, rateLimit })
    : null;
  const plans = new Map<Scenario, WorldPlan>();
  const planOf = (name: Scenario) => {
    const plan = plans.get(name) ?? planWorld({ seed, scenario: name, origin });
    plans.set(name, plan);
    return plan;
  };
  const token = options.controlToken ?? null;
  const onFault = options.onFault ?? (() => undefined);
  const webhookSecret = options.webhookSecret ?? testWebhookSecret;
  const addresses = new AddressLimit(
    Math.max(unauthenticatedRequests, unauthenticatedFactor * rateLimit.limit),
    () => performance.now(),
  );
  const sleeper = new Sleeper();
  const ownPorts = new Set<number>();
  const parts: SessionParts = {
    router: createRouter(operations),
    validation: validate(operations),
    origins: readOrigins(options.allowOrigins ?? []),
    keys,
    rateLimit,
    scenario,
    start: origin,
    isFrozen: options.frozen ?? false,
    planOf,
    engine,
    examples: lazyPrism(),
    fixtures: (client) => ({
      // Keys of the owner's own are nobody else's business.
      ...(options.keys ? {} : { api_keys: callerKeys }),
      ...(isControlled ? { latency_header: latencyHeader } : {}),
      ...(isControlled && token === null && isOpenTo(client)
        ? { events_url: `${controlPrefix}/events`, clock_url: `${controlPrefix}/clock` }
        : {}),
      ...(options.webhookSecret === undefined ? { webhook_secret: testWebhookSecret } : {}),
    }),
    shared: null,
    latencyMs: options.latencyMs ?? 0,
    sleeper,
    isControlled,
    addresses,
    journalSpace: new JournalSpace(journalLimit),
    limits: sessionLimits,
    journalLength: options.journal ?? (isControlled ? standardJournal : 0),
    webhookSecret,
    ownPorts,
    onFault,
  };
  // Whoever joins a running world finds its clock where it has got to.
  const start = shared && !options.frozen ? origin + shared.elapsedMs : origin;
  const root = createSession({ ...parts, start, shared, limits: sharedWorldLimits });
  const known = new Set(keys.map(({ key }) => key));
  const sessions = createSessions(
    root,
    (text) => known.has(text),
    () => createSession(parts),
  );
  const control = createControl({
    session: root,
    sessionNamed: sessions.named,
    keys,
    start: origin,
    origin: `${seed}:${origin}`,
    webhookSecret,
    isShared: shared !== null,
  });
  const handle = isControlled
    ? controlPlane(control, sessions.handle, { token, addresses, onFault })
    : root.handle;
  const servers: NodeServer[] = [];
  return {
    fetch: fetchServer(handle),
    keys,
    control,
    async listen(listenOptions = {}) {
      // Only here, so that the rest runs where there is no Node.
      const { listen } = await import('./servers/node.js');
      const server = await listen(handle, root.stamps, listenOptions);
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

function keysFrom(keys: MockOptions['keys'] = testKeys): ApiKey[] {
  return keys.map((given, index): ApiKey => {
    const key: ApiKey = typeof given === 'string' ? { key: given, scope: 'read-write' } : given;
    const problem = apiKeyProblem(key.key);
    if (problem) throw new RangeError(`keys[${index}] of the mock ${problem}.`);
    return key;
  });
}
