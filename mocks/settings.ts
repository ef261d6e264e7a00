import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { rateLimitWindowSeconds, rateLimit as standardRateLimit } from '../src/contract/limits.js';
import { operations } from '../src/generated/operations.js';
import { AddressLimit } from './address-limit.js';
import { type ApiKey, callerKeys, testKeys } from './api-keys.js';
import { checkMockOptions } from './check-options.js';
import { defaultNow, momentOf } from './clock.js';
import { controlPrefix, isOpenTo } from './control/guard.js';
import { JournalSpace } from './control/journal-space.js';
import { type RequestEvent, RequestLog } from './control/request-log.js';
import { type DatasetPlan, planDataset, type Scenario } from './dataset/index.js';
import type { Stage } from './exchange.js';
import type { Fixtures } from './fixtures.js';
import { journalLimit, standardJournal, unauthenticatedFactor, unauthenticatedRequests } from './limits.js';
import { type Origins, readOrigins } from './origins.js';
import { lazyPrism, loadPrismEngine } from './prism/lazy-prism.js';
import { createRouter, type Router } from './router.js';
import { Sleeper } from './sleeper.js';
import { examplesEngine } from './stages/examples.js';
import { latencyHeader } from './stages/faults.js';
import type { RateLimit } from './stages/rate-limit.js';
import type { Engine } from './stages/respond.js';
import { validate } from './stages/validate.js';
import type { ConnectState } from './state/shared-state.js';
import type { Client } from './types.js';

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
  /** Whether a query parameter that the operation does not have is a 422. Default: false, it is a warning. */
  readonly strictQuery?: boolean;
  /** Called after each request, for logs; never receives credentials. Default: nothing is logged. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Told of errors that are the mock's own, which a caller sees as 500. Default: tells nobody. */
  readonly onFault?: (error: unknown) => void;
}

/** A mock's options with their defaults, and what its sessions share. */
export interface Settings {
  readonly keys: readonly ApiKey[];
  /** Whether its keys are the public test keys. */
  readonly hasTestKeys: boolean;
  readonly seed: number;
  /** What the clock shows first, in milliseconds since 1970. */
  readonly start: number;
  readonly isFrozen: boolean;
  readonly scenario: Scenario;
  readonly rateLimit: RateLimit;
  readonly latencyMs: number;
  /** Responds instead of the world; null where the world does. */
  readonly engine: Engine | null;
  /** Responds from the document where the world does not. */
  readonly examples: Engine;
  /** Whether requests may use the control plane, sessions and injected faults. */
  readonly isControlled: boolean;
  readonly controlToken: string | null;
  /** Whose pages may call over a socket. */
  readonly origins: Origins;
  /** How many requests are remembered with their responses; 0 for none. */
  readonly journalLength: number;
  readonly journalSpace: JournalSpace;
  readonly webhookSecret: string;
  /** Null where nobody wants to know. */
  readonly log: RequestLog | null;
  readonly onFault: (error: unknown) => void;
  /** Takes too long to be built for each session. */
  readonly router: Router;
  /** Takes too long as well. */
  readonly validation: Stage;
  /** What each address may send without a key. */
  readonly addresses: AddressLimit;
  readonly sleeper: Sleeper;
  /** On which the mock listens. */
  readonly ownPorts: Set<number>;
  readonly planOf: (scenario: Scenario) => DatasetPlan;
  /** What the options put into the fixtures document that a client is given. */
  readonly fixtures: (client: Client) => Fixtures;
}

/** Signs the deliveries of a mock that was given no secret. It is public, so it protects nothing. */
const testWebhookSecret = 'whsec_Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=';

/** @throws {TypeError | RangeError} when an option does not exist, or has a value that cannot be used */
export async function readSettings(options: MockOptions): Promise<Settings> {
  checkMockOptions(options);
  const { seed = 1, scenario = 'default', control: isControlled = true } = options;
  const keys = keysFrom(options.keys);
  const start = momentOf(options.now ?? defaultNow);
  const rateLimit = { limit: options.rateLimit ?? standardRateLimit, windowSeconds: rateLimitWindowSeconds };
  return {
    keys,
    hasTestKeys: options.keys === undefined,
    seed,
    start,
    isFrozen: options.frozen ?? false,
    scenario,
    rateLimit,
    latencyMs: options.latencyMs ?? 0,
    engine: options.engine === 'prism' ? await loadPrismEngine() : null,
    examples: examplesEngine(lazyPrism()),
    isControlled,
    controlToken: options.controlToken ?? null,
    origins: readOrigins(options.allowOrigins ?? []),
    journalLength: options.journal ?? (isControlled ? standardJournal : 0),
    journalSpace: new JournalSpace(journalLimit),
    webhookSecret: options.webhookSecret ?? testWebhookSecret,
    log: logOf(options, keys),
    onFault: options.onFault ?? ignore,
    router: createRouter(operations),
    validation: validate(operations, options.strictQuery),
    addresses: new AddressLimit(
      Math.max(unauthenticatedRequests, unauthenticatedFactor * rateLimit.limit),
      () => performance.now(),
    ),
    sleeper: new Sleeper(),
    ownPorts: new Set(),
    planOf: plans(seed, start),
    fixtures: (client) => fixturesFrom(options, client),
  };
}

const ignore = () => undefined;

function logOf(options: MockOptions, keys: readonly ApiKey[]): RequestLog | null {
  const { onRequest, onFault = ignore, controlToken } = options;
  if (!onRequest) return null;
  const token = controlToken === undefined ? [] : [controlToken];
  return new RequestLog(onRequest, [...keys.map(({ key }) => key), ...token], onFault);
}

function keysFrom(keys: MockOptions['keys'] = testKeys): ApiKey[] {
  return keys.map((given, index): ApiKey => {
    const key: ApiKey = typeof given === 'string' ? { key: given, scope: 'read-write' } : given;
    const problem = apiKeyProblem(key.key);
    if (problem) throw new RangeError(`keys[${index}] of the mock ${problem}.`);
    return key;
  });
}

/** Worlds are laid out once for all sessions. */
function plans(seed: number, origin: number): (scenario: Scenario) => DatasetPlan {
  const known = new Map<Scenario, DatasetPlan>();
  return (scenario) => {
    const plan = known.get(scenario) ?? planDataset({ seed, scenario, origin });
    known.set(scenario, plan);
    return plan;
  };
}

/** Public values only: keys and secrets that were chosen by the owner are not published. */
function fixturesFrom(options: MockOptions, client: Client): Fixtures {
  const { keys, control: isControlled = true, controlToken, webhookSecret } = options;
  return {
    ...(keys ? {} : { api_keys: callerKeys }),
    ...(isControlled ? { latency_header: latencyHeader } : {}),
    ...(isControlled && controlToken === undefined && isOpenTo(client)
      ? { events_url: `${controlPrefix}/events`, clock_url: `${controlPrefix}/clock` }
      : {}),
    ...(webhookSecret === undefined ? { webhook_secret: testWebhookSecret } : {}),
  };
}
