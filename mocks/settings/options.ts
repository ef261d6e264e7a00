import type { RequestEvent } from '../control/journal/request-log.js';
import type { Scenario } from '../dataset/seed-data/scenario-names.js';
import type { RecordedResponse } from '../replay/recorded-response.js';
import type { ConnectState } from '../state/shared-state.js';
import type { ApiKey } from './api-keys.js';

/** Options of `createMock`. */
export interface MockOptions {
  /** API keys to accept, of at least 8 characters. A string has the scope `read-write`. Default: the public test keys. */
  readonly keys?: readonly (string | ApiKey)[];
  /** Seed of the dataset. The same seed and clock produce the same responses. Default: 1. */
  readonly seed?: number;
  /**
   * Start of the mock's clock, ISO 8601. Default: 2026-06-15T12:00:00Z; with `data`, the end of the last charge
   * period of usage.
   */
  readonly now?: string;
  /** Whether the clock is frozen until `control` moves it. Default: false. */
  readonly frozen?: boolean;
  /** The dataset to serve. Default: `default`. Not with `data`. */
  readonly scenario?: Scenario;
  /**
   * A bill to serve instead of a scenario: paths of a FOCUS export, 1.0 to 1.4 (CSV, gzipped CSV or Parquet; files,
   * directories or globs). Its scenario is named `data`. Node only, requires `@duckdb/node-api`. Default: none.
   */
  readonly data?: string | readonly string[];
  /** Path of a CSV or JSON file with what providers report about commitments beside their charges. Default: none. */
  readonly inventory?: string;
  /** Provider ids by the names of providers in the data. Default: `provider_a` for the highest cost, and so on. */
  readonly providerIds?: Readonly<Record<string, string>>;
  /** Whether rows of the data may repeat other rows, in every column or in another file. Default: false. */
  readonly allowRepeatedRows?: boolean;
  /** Whether a file of the data is left out if files that were modified later have the same charges. Default: false. */
  readonly newestFileWins?: boolean;
  /** Called once a second while data are read, from the second second on, with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the reading of data; `createMock` then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Requests per API key and minute. Default: 600. */
  readonly rateLimit?: number;
  /** Delay of every response, in milliseconds. Default: 0. */
  readonly latencyMs?: number;
  /** `dataset` computes responses from one ledger; `prism` returns the document's examples. Default: `dataset`. */
  readonly engine?: 'dataset' | 'prism';
  /**
   * Recorded responses to return instead of computed ones, to requests with the same operation, parameters and, of a write,
   * body. Several responses to a request are returned in this order; the last one repeats. Default: none.
   */
  readonly replay?: readonly RecordedResponse[];
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
   * origins of localhost, `*.localhost`, 127.0.0.0/8 and [::1] are always allowed. Responses to `fetch` with
   * `credentials: 'include'` are readable for named origins, not with `*`. Default: none.
   */
  readonly allowOrigins?: readonly string[];
  /**
   * Hosts other than this machine to which events may be sent, over `http` too: `host`, or `host:port` for one port,
   * such as `host.docker.internal`. Default: none.
   */
  readonly allowReceivers?: readonly string[];
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

/** Options of `listen`. */
export interface ListenOptions {
  /** Port to listen on; 0 selects a free one. Default: 0. */
  readonly port?: number;
  /** Host name or address to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Timeout for receiving a complete request, in milliseconds. Default: 30,000. */
  readonly requestTimeoutMs?: number;
}
