import { rateLimitWindowSeconds, rateLimit as standardRateLimit } from '../src/contract/limits.js';
import { operations } from '../src/generated/operations.js';
import { type ApiKey, callerKeys, testKeys } from './api-keys.js';
import { controlledClock, defaultNow, timeStamps } from './clock.js';
import { worldEngine } from './engine.js';
import type { Fixtures } from './fixtures.js';
import { countingIds } from './ids.js';
import { andThen } from './maybe-promise.js';
import { createPipeline } from './pipeline.js';
import { lazyPrism, loadPrismEngine } from './prism/lazy-prism.js';
import { createReadCache } from './read-cache.js';
import { fetchServer } from './servers/fetch.js';
import type { ListenOptions, NodeServer } from './servers/node.js';
import { memoryIdempotencyStore } from './state/memory-idempotency-store.js';
import { memoryRateLimitStore } from './state/memory-rate-limit-store.js';
import { createReplica } from './state/replica.js';
import type { ConnectState } from './state/shared-state.js';
import { createDeliveries, type Delivery } from './webhooks/deliveries.js';
import { loopbackOnly } from './webhooks/loopback-only.js';
import { createWorld, type Scenario } from './world/index.js';

/** How a mock is to be; every part has a default. */
export interface MockOptions {
  /** Keys to accept; a plain string may read and write. Default: the public test keys. */
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
  /** Ends all servers and lets go of shared state; a mock with neither need not be closed. */
  close(): Promise<void>;
}

/** The strings behind the scene. */
export interface MockControl {
  /** The mock's time, in milliseconds since 1970. */
  now(): number;
  /** Stops the mock's clock. */
  freeze(): void;
  /** Lets the mock's clock run on. */
  resume(): void;
  /**
   * Sets the mock's clock, and makes the deliveries that are due by then.
   *
   * @param moment ISO 8601
   */
  setClock(moment: string): Promise<void>;
  /** Moves the mock's clock on, in milliseconds, and makes the deliveries that are due by then. */
  advance(milliseconds: number): Promise<void>;
  /**
   * Sends an event to every registered endpoint on this machine that asked for its type. One on
   * another machine is never called; its tries say so.
   *
   * @param type such as `optimization.completed`
   * @param event the body
   * @returns the deliveries after their first try
   */
  emit(type: string, event: unknown): Promise<readonly Delivery[]>;
  /** The latest deliveries, oldest first. */
  deliveries(): readonly Delivery[];
  /** What deliveries are signed with. */
  readonly webhookSecret: string;
}

/** Signs the deliveries of a mock that was given no secret. It is public, so it protects nothing. */
const testWebhookSecret = 'whsec_Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=';

/**
 * Makes a mock of the service.
 *
 * @throws {RangeError} when `now` is not a date
 * @throws {StateUnreachableError} when there is no store to share state at
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const prism = options.engine === 'prism' ? await loadPrismEngine() : null;
  const origin = momentOf(options.now ?? defaultNow);
  const { seed = 1, scenario = 'default' } = options;
  const rateLimit = { limit: options.rateLimit ?? standardRateLimit, windowSeconds: rateLimitWindowSeconds };
  const shared = options.state
    ? await options.state({ name: `${scenario}:${seed}:${origin}`, rateLimit })
    : null;
  // Whoever joins a running world finds its clock where it has got to.
  const start = shared && !options.frozen ? origin + shared.elapsedMs : origin;
  const clock = controlledClock(start, () => performance.now());
  if (options.frozen) clock.freeze();
  const stamps = timeStamps(clock);
  const keys = (options.keys ?? testKeys).map(
    (key): ApiKey => (typeof key === 'string' ? { key, scope: 'read-write' } : key),
  );
  // Keys of the owner's own are nobody else's business.
  const publicKeys: Fixtures = options.keys ? {} : { api_keys: callerKeys };
  const world = createWorld({ seed, clock, scenario, origin });
  const reads = createReadCache(clock);
  const replica = shared && createReplica(world.state, shared, reads.clear);
  const idsOf = (prefix: string) => countingIds(shared ? `${prefix}${shared.replica}_` : prefix);
  const handle = createPipeline({
    operations,
    clock,
    stamps,
    requestIds: idsOf('req_'),
    keys,
    rateLimit,
    rateLimits: shared?.rateLimits ?? memoryRateLimitStore(rateLimit.limit, rateLimit.windowSeconds),
    idempotencyKeys: shared?.idempotencyKeys ?? memoryIdempotencyStore(),
    replica,
    engine: prism ?? worldEngine(world.handlers, lazyPrism(), reads),
    fixtures: () => andThen(replica?.refresh(), () => ({ ...publicKeys, ...world.fixtures() })),
    latencyMs: options.latencyMs ?? 0,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFault: options.onFault ?? (() => undefined),
  });
  const webhookSecret = options.webhookSecret ?? testWebhookSecret;
  /** Knows who is registered, also by way of another server; what is known has to do while the store is away. */
  const inStep = async () => replica?.refresh().catch(() => undefined);
  const deliveries = createDeliveries({
    receivers: world.endpoints,
    clock,
    wallClock: Date,
    ids: idsOf('msg_'),
    random: Math.random,
    secret: webhookSecret,
    fetch: loopbackOnly((url, init) => fetch(url, init)),
    later: (callback, milliseconds) => later(() => void inStep().then(callback), milliseconds),
  });
  const servers: NodeServer[] = [];
  return {
    fetch: fetchServer(handle),
    keys,
    control: {
      now: clock.now,
      freeze: clock.freeze,
      resume: clock.resume,
      async setClock(moment) {
        clock.set(momentOf(moment));
        await inStep();
        await deliveries.catchUp();
      },
      async advance(milliseconds) {
        clock.set(clock.now() + milliseconds);
        await inStep();
        await deliveries.catchUp();
      },
      async emit(type, event) {
        await inStep();
        return deliveries.emit(type, event);
      },
      deliveries: deliveries.list,
      webhookSecret,
    },
    async listen(listenOptions = {}) {
      // Only here, so that the rest runs where there is no Node.
      const { listen } = await import('./servers/node.js');
      const server = await listen(handle, stamps, listenOptions);
      servers.push(server);
      return server.url;
    },
    async close() {
      await Promise.all(servers.splice(0).map((server) => server.close()));
      await shared?.close();
    },
  };
}

/** A timer that does not keep a program alive where there are such timers. */
function later(callback: () => void, milliseconds: number): void {
  const timer: unknown = setTimeout(callback, milliseconds);
  (timer as { unref?(): void }).unref?.();
}

function momentOf(text: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new RangeError(`${text} is not a date such as ${defaultNow}.`);
  return moment;
}
