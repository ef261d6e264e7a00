const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Memory limits of one dataset, in characters unless stated otherwise; a character takes one or two bytes. */
export interface DatasetLimits {
  /** Registered webhook endpoints. A registration beyond the limit is rejected. */
  readonly endpoints: number;
  /** Rules of virtual tag keys, including pending changes. A change beyond the limit is rejected. */
  readonly tagRules: number;
  /** Responses stored for idempotency keys, in bytes. When full, new keys are rejected; none expires early. */
  readonly responses: number;
  /** Event deliveries. The oldest are dropped first. */
  readonly deliveries: number;
  /** Cached responses of reads. */
  readonly reads: number;
}

/** Limits of the dataset that all callers share. */
export const sharedDatasetLimits: DatasetLimits = {
  endpoints: 32 * mebibyte,
  tagRules: 8 * mebibyte,
  responses: 64 * mebibyte,
  deliveries: 8 * mebibyte,
  reads: 16 * mebibyte,
};

/** Limits of the dataset of each session. */
export const sessionLimits: DatasetLimits = {
  endpoints: mebibyte,
  tagRules: mebibyte,
  responses: mebibyte,
  deliveries: mebibyte,
  reads: mebibyte,
};

/** Concurrent sessions. The least recently used one is dropped first. */
export const maxSessions = 100;

/** Characters in the journals of all sessions together. The oldest requests are dropped first. */
export const journalLimit = 64 * mebibyte;

/** Longest body in a journal, in bytes for requests and characters for responses. */
export const maxJournalBodyLength = 64 * kibibyte;

/** Requests in the journal of each session. The oldest are dropped first. */
export const defaultJournalLength = 500;

/** Least limit of requests without a valid key, per address and minute. */
export const minUnauthenticatedLimit = 6000;

/** The limit of requests without a valid key is the rate limit of a key times this factor, if that is more. */
export const unauthenticatedLimitFactor = 10;

/** Addresses counted per minute. Requests without a key from further addresses are rejected. */
export const maxAddresses = 10_000;

/** Largest request body, in bytes. A server may stop reading one byte past it. */
export const bodyLimitBytes = mebibyte;

/** Largest bill that a caller of the control plane may send, in bytes. */
export const maxUploadBytes = 64 * mebibyte;

/**
 * Longest request line and headers, in bytes. The largest request that the document allows is 3.1 MB: ten filters of 100
 * values, each of 256 characters that take up to 12 bytes in a URL.
 */
export const headerLimitBytes = 4 * mebibyte;

/** JSON values in a request body; bounds the work per request. */
export const maxValues = 10_000;

/** Comparisons of one charge on one day with the rules of virtual tag keys. */
export const maxTagComparisons = 200;

/** Nesting depth of a request body. */
export const maxDepth = 64;

/** Issues listed in an error response. */
export const maxIssues = 100;

/** Longest string of a request that an issue repeats, in characters. */
export const maxEchoedLength = 200;

/** Active fault rules. */
export const maxFaultRules = 100;

/** Longest delay that a rule or a request can set, in milliseconds. */
export const maxLatencyMs = 60_000;

/** Longest snapshot, in characters; one request can restore it. */
export const maxSnapshotLength = 900_000;

/** Largest distance of the clock from its start, in years; the ledger grows with it. */
export const maxClockOffsetYears = 5;

/** Listed deliveries. The oldest are dropped first. */
export const maxDeliveries = 1000;

/** Endpoints that receive one event. */
export const maxReceivers = 100;

/** Concurrent retries of deliveries. */
export const maxConcurrentAttempts = 100;

/**
 * Events whose first attempts are in progress. Also limits recursion: a receiver may emit another event before it
 * responds.
 */
export const maxConcurrentEvents = 20;

/** Longest event, in characters. */
export const maxEventLength = 64 * kibibyte;

/** Timeout of a delivery attempt, in milliseconds. */
export const receiverTimeoutMs = 15_000;

/** How long a call waits for delivery attempts, in milliseconds. Attempts continue after that. */
export const emitTimeoutMs = 20_000;
