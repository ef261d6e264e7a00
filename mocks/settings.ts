import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { rateLimitWindowSeconds, rateLimit as standardRateLimit } from '../src/contract/limits.js';
import { operations } from '../src/generated/operations.js';
import { AddressLimit } from './address-limit.js';
import { type ApiKey, callerKeys, testKeys } from './api-keys.js';
import { checkMockOptions } from './check-options.js';
import { defaultNow, parseTimestamp } from './clock.js';
import { controlPrefix, isOpenTo } from './control/guard.js';
import { JournalSpace } from './control/journal-space.js';
import { type RequestEvent, RequestLog } from './control/request-log.js';
import { type DatasetPlan, planDataset, type Scenario } from './dataset/index.js';
import type { Stage } from './exchange.js';
import type { Fixtures } from './fixtures.js';
import {
  defaultJournalLength,
  journalLimit,
  minUnauthenticatedLimit,
  unauthenticatedLimitFactor,
} from './limits.js';
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

/** Options of `createMock`. */
export interface MockOptions {
  /** API keys to accept, of at least 8 characters. A string has the scope `read-write`. Default: the public test keys. */
  readonly keys?: readonly (string | ApiKey)[];
  /** Seed of the dataset. The same seed and clock produce the same responses. Default: 1. */
  readonly seed?: number;
  /** Start of the mock's clock, ISO 8601. Default: 2026-06-15T12:00:00Z. */
  readonly now?: string;
  /** Whether the clock is frozen until `control` moves it. Default: false. */
  readonly frozen?: boolean;
  /** The dataset to serve. Default: `default`. */
  readonly scenario?: Scenario;
  /** Requests per API key and minute. Default: 600. */
  readonly rateLimit?: number;
  /** Delay of every response, in milliseconds. Default: 0. */
  readonly latencyMs?: number;
  /** `dataset` computes responses from one ledger; `prism` returns the document's examples. Default: `dataset`. */
  readonly engine?: 'dataset' | 'prism';
  /**
   * A store that mocks of the same seed, start and scenario share, such as `redisState(url)`: idempotency keys, rate
   * limits, tags and endpoints. Default: in memory, not shared.
   */
  readonly state?: ConnectState;
  /**
   * Enables the control plane (`/__mock`), sessions and `Mock-Latency` for programs on this machine. On a server that
   * other machines can reach, such as one at 0.0.0.0, the control plane also requires `controlToken`. Does not affect
   * `mock.control`. Default: true.
   */
  readonly control?: boolean;
  /** Token that every call of the control plane must send; also allows calls from other machines. Default: none. */
  readonly controlToken?: string;
  /**
   * Origins whose pages may call the server, such as `https://app.example.com`; `*` for all. `http` and `https`
   * origins of localhost, 127.0.0.1 and [::1] are always allowed. Default: none.
   */
  readonly allowOrigins?: readonly string[];
  /** Requests stored in the journal; 0 disables it. Default: 500. */
  readonly journal?: number;
  /** Secret that signs event deliveries, `whsec_` and base64. Default: a public test secret. */
  readonly webhookSecret?: string;
  /** Whether an unknown query parameter returns 422 instead of a warning. Default: false. */
  readonly strictQuery?: boolean;
  /** Called after each request, e.g. for logging. Never receives credentials. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called with internal errors of the mock, which callers see as 500. */
  readonly onError?: (error: unknown) => void;
}

/** Resolved options, and objects that all sessions share. */
export interface Settings {
  readonly keys: readonly ApiKey[];
  /** Whether `keys` are the public test keys. */
  readonly hasTestKeys: boolean;
  readonly seed: number;
  /** Initial time of the clock, in milliseconds since 1970. */
  readonly start: number;
  readonly isFrozen: boolean;
  readonly scenario: Scenario;
  readonly rateLimit: RateLimit;
  readonly latencyMs: number;
  /** Replaces the dataset; null if the dataset responds. */
  readonly engine: Engine | null;
  /** Returns the document's examples. */
  readonly examples: Engine;
  /** Whether requests may use the control plane, sessions and injected faults. */
  readonly isControlled: boolean;
  readonly controlToken: string | null;
  /** Origins whose pages may call the server. */
  readonly origins: Origins;
  /** Requests stored in each journal; 0 disables it. */
  readonly journalLength: number;
  readonly journalSpace: JournalSpace;
  readonly webhookSecret: string;
  /** Null without `onRequest`. */
  readonly log: RequestLog | null;
  readonly onError: (error: unknown) => void;
  /** Shared, since building one for each session takes too long. */
  readonly router: Router;
  /** Shared for the same reason. */
  readonly validation: Stage;
  /** Limits requests without a valid key. */
  readonly addresses: AddressLimit;
  readonly sleeper: Sleeper;
  /** Ports on which the mock listens. */
  readonly ownPorts: Set<number>;
  readonly planOf: (scenario: Scenario) => DatasetPlan;
  /** The fields of the fixtures document that the options determine. */
  readonly fixtures: (client: Client) => Fixtures;
}

/** The default webhook secret. It is public. */
const testWebhookSecret = 'whsec_Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=';

/** @throws {TypeError | RangeError} if an option is unknown or has an invalid value */
export async function readSettings(options: MockOptions): Promise<Settings> {
  checkMockOptions(options);
  const { seed = 1, scenario = 'default', control: isControlled = true } = options;
  const keys = keysFrom(options.keys);
  const start = parseTimestamp(options.now ?? defaultNow);
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
    journalLength: options.journal ?? (isControlled ? defaultJournalLength : 0),
    journalSpace: new JournalSpace(journalLimit),
    webhookSecret: options.webhookSecret ?? testWebhookSecret,
    log: logOf(options, keys),
    onError: options.onError ?? ignore,
    router: createRouter(operations),
    validation: validate(operations, options.strictQuery),
    addresses: new AddressLimit(
      Math.max(minUnauthenticatedLimit, unauthenticatedLimitFactor * rateLimit.limit),
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
  const { onRequest, onError = ignore, controlToken } = options;
  if (!onRequest) return null;
  const token = controlToken === undefined ? [] : [controlToken];
  return new RequestLog(onRequest, [...keys.map(({ key }) => key), ...token], onError);
}

function keysFrom(keys: MockOptions['keys'] = testKeys): ApiKey[] {
  return keys.map((option, index): ApiKey => {
    const key: ApiKey = typeof option === 'string' ? { key: option, scope: 'read-write' } : option;
    const problem = apiKeyProblem(key.key);
    if (problem) throw new RangeError(`createMock: keys[${index}] ${problem}.`);
    return key;
  });
}

/** Caches dataset plans by scenario for all sessions. */
function plans(seed: number, origin: number): (scenario: Scenario) => DatasetPlan {
  const cache = new Map<Scenario, DatasetPlan>();
  return (scenario) => {
    const plan = cache.get(scenario) ?? planDataset({ seed, scenario, origin });
    cache.set(scenario, plan);
    return plan;
  };
}

/** Public values only: configured keys and secrets are not published. */
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
