import { apiKeyProblem } from '../../src/api-key-problem.js';
import { rateLimitWindowSeconds, rateLimit as standardRateLimit } from '../../src/contract/limits.js';
import { defined } from '../../src/defined.js';
import { operations } from '../../src/generated/operations.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import { controlPrefix, isOpenTo } from '../control/guard.js';
import { JournalSpace } from '../control/journal/journal-space.js';
import { RequestLog } from '../control/journal/request-log.js';
import type { LoadedBill } from '../dataset/bill/load-bill.js';
import { planDataset } from '../dataset/index.js';
import type { Ledger } from '../dataset/ledger/index.js';
import {
  dataScenario,
  type MockScenario,
  type Scenario,
  scenarios,
} from '../dataset/seed-data/scenario-names.js';
import type { Fixtures } from '../fixtures.js';
import { AddressLimit } from '../http/address-limit.js';
import type { Handler, Stage } from '../http/exchange.js';
import { type Origins, readOrigins } from '../http/origins.js';
import { createRouter, type Router } from '../http/router.js';
import { lazyPrism, loadPrismEngine } from '../prism/lazy-prism.js';
import { createRecording, type Recording } from '../replay/recording.js';
import { defaultNow, parseTimestamp } from '../session/clock.js';
import { Sleeper } from '../session/sleeper.js';
import { examplesEngine } from '../stages/examples.js';
import { latencyHeader } from '../stages/faults.js';
import type { RateLimit } from '../stages/rate-limit.js';
import { validate } from '../stages/validate.js';
import type { Client } from '../types.js';
import { type AllowedReceivers, readReceivers } from '../webhooks/allowed-receivers.js';
import { type ApiKey, callerKeys, testKeys } from './api-keys.js';
import { checkMockOptions } from './check-options.js';
import {
  defaultJournalLength,
  journalLimit,
  minUnauthenticatedLimit,
  unauthenticatedLimitFactor,
} from './limits.js';
import type { MockOptions } from './options.js';

/** What the mock serves. A bill that is sent to a running mock replaces it. */
interface Served {
  /** Initial time of the clock, in milliseconds since 1970. */
  readonly start: number;
  readonly scenario: MockScenario;
  /** The scenarios that can be served. */
  readonly scenarios: readonly MockScenario[];
  /** Null without billing data. */
  readonly bill: LoadedBill | null;
  readonly ledgerOf: (scenario: MockScenario) => Ledger;
}

/** Resolved options, and objects that all sessions share. */
export interface Settings extends Served {
  readonly keys: readonly ApiKey[];
  /** Whether `keys` are the public test keys. */
  readonly hasTestKeys: boolean;
  readonly seed: number;
  readonly isFrozen: boolean;
  readonly rateLimit: RateLimit;
  readonly latencyMs: number;
  /** Replaces the dataset; null if the dataset responds. */
  readonly engine: Handler | null;
  /** Returns the document's examples. */
  readonly examples: Handler;
  /** The responses to replay; null without. */
  readonly recording: Recording | null;
  /** Whether requests may use the control plane, sessions and injected faults. */
  readonly isControlled: boolean;
  readonly controlToken: string | null;
  /** Origins whose pages may call the server. */
  readonly origins: Origins;
  /** Hosts other than this machine that receive events. */
  readonly receivers: AllowedReceivers;
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
  /** Requests received so far. */
  readonly traffic: { received: number };
  /** Ports on which the mock listens. */
  readonly ownPorts: Set<number>;
  /** Serves a bill from the next reset on. */
  readonly serve: (bill: LoadedBill) => void;
  /** The fields of the fixtures document that the options determine. */
  readonly fixtures: (client: Client) => Fixtures;
}

/** The default webhook secret. It is public. */
const testWebhookSecret = 'whsec_Y2xvdWQtY29zdC1jb250cmFjdCBwdWJsaWMgdGVzdCBzZWNyZXQ=';

/** @throws {TypeError | RangeError} if an option is unknown or has an invalid value */
export async function readSettings(options: MockOptions): Promise<Settings> {
  checkMockOptions(options);
  const { seed = 1, control: isControlled = true } = options;
  const keys = keysFrom(options.keys);
  const receivers = readReceivers(options.allowReceivers ?? []);
  const now = options.now === undefined ? null : parseTimestamp(options.now);
  const served = (bill: LoadedBill | null): Served => {
    const start = now ?? bill?.start ?? parseTimestamp(defaultNow);
    return {
      start,
      scenario: bill ? dataScenario : (options.scenario ?? 'default'),
      scenarios: bill ? [...scenarios, dataScenario] : scenarios,
      bill,
      ledgerOf: ledgers(seed, start, bill),
    };
  };
  const router = createRouter(operations);
  const rateLimit = { limit: options.rateLimit ?? standardRateLimit, windowSeconds: rateLimitWindowSeconds };
  const settings: Settings = {
    ...served(await billOf(options)),
    keys,
    hasTestKeys: options.keys === undefined,
    seed,
    isFrozen: options.frozen ?? false,
    rateLimit,
    latencyMs: options.latencyMs ?? 0,
    engine: options.engine === 'prism' ? await loadPrismEngine() : null,
    examples: examplesEngine(lazyPrism()),
    recording: options.replay ? createRecording(options.replay, router) : null,
    isControlled,
    controlToken: options.controlToken ?? null,
    origins: readOrigins(options.allowOrigins ?? []),
    receivers,
    journalLength: options.journal ?? (isControlled ? defaultJournalLength : 0),
    journalSpace: new JournalSpace(journalLimit),
    webhookSecret: options.webhookSecret ?? testWebhookSecret,
    log: logOf(options, keys),
    onError: options.onError ?? ignore,
    router,
    validation: validate(operations, receivers, options.strictQuery),
    addresses: new AddressLimit(
      Math.max(minUnauthenticatedLimit, unauthenticatedLimitFactor * rateLimit.limit),
      () => performance.now(),
    ),
    sleeper: new Sleeper(),
    traffic: { received: 0 },
    ownPorts: new Set(),
    serve: (bill) => void Object.assign(settings, served(bill)),
    fixtures: (client) => fixturesFrom(options, client),
  };
  return settings;
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

async function billOf(options: MockOptions): Promise<LoadedBill | null> {
  const { data, inventory, providerIds, allowRepeatedRows, newestFileWins, onProgress, signal } = options;
  if (data === undefined) {
    const name = (
      ['inventory', 'providerIds', 'allowRepeatedRows', 'newestFileWins', 'onProgress'] as const
    ).find((one) => options[one] !== undefined);
    if (name !== undefined) throw new TypeError(`createMock: \`${name}\` requires \`data\`.`);
    return null;
  }
  if (options.scenario !== undefined) throw new TypeError('createMock: Pass either `data` or `scenario`.');
  if (options.engine === 'prism') throw new TypeError("createMock: `data` requires `engine: 'dataset'`.");
  // Imported here, so that the rest runs without Node.
  const { loadBill } = await import('../dataset/bill/load-bill.js');
  return loadBill({
    paths: typeof data === 'string' ? [data] : data,
    inventory: inventory ?? null,
    charges: defined({ providerIds, allowRepeatedRows, newestFileWins, onProgress, signal }),
  });
}

/** Caches ledgers by scenario for all sessions. */
function ledgers(seed: number, origin: number, bill: LoadedBill | null): (scenario: MockScenario) => Ledger {
  const cache = new Map<Scenario, Ledger>();
  return (scenario) => {
    if (scenario === dataScenario) return (bill as LoadedBill).ledger;
    return getOrInsert(cache, scenario, () => planDataset({ seed, scenario, origin }));
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
