const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What one world may hold, in characters; each is one or two bytes of memory. */
export interface DatasetLimits {
  /** Registered webhook endpoints. A registration beyond it is refused. */
  readonly endpoints: number;
  /** Rules of virtual tag keys, those that a job has not applied yet included. A change beyond it is refused. */
  readonly tagRules: number;
  /** Responses of idempotency keys, in bytes. A new key beyond it is refused; none is forgotten before its time. */
  readonly answers: number;
  /** Deliveries of events; the oldest are forgotten first. */
  readonly deliveries: number;
  /** Reads that are sent again as they are while nothing changes. */
  readonly reads: number;
}

/** The world that all callers share. */
export const sharedDatasetLimits: DatasetLimits = {
  endpoints: 32 * mebibyte,
  tagRules: 8 * mebibyte,
  answers: 64 * mebibyte,
  deliveries: 8 * mebibyte,
  reads: 16 * mebibyte,
};

/** The world of each session, of which there are many. */
export const sessionLimits: DatasetLimits = {
  endpoints: mebibyte,
  tagRules: mebibyte,
  answers: mebibyte,
  deliveries: mebibyte,
  reads: mebibyte,
};

/** Sessions at once; the least recently used is forgotten first. */
export const mostSessions = 100;

/** Characters of the journals of a mock, those of all sessions together; the oldest requests go first. */
export const journalLimit = 64 * mebibyte;

/** Bytes of a request body, or characters of a response body, that a journal keeps. */
export const longestJournalBody = 64 * kibibyte;

/** Requests in the journal of each session; the oldest go first. */
export const standardJournal = 500;

/** Requests without a valid key that each address may send in a minute, however low the limit of a key is. */
export const unauthenticatedRequests = 6000;

/** As many times the limit of a key, where that is more. */
export const unauthenticatedFactor = 10;

/** Addresses that are told apart in a minute; what others send without a key is refused. */
export const mostAddresses = 10_000;

/** Bytes of a request body. A server may stop reading one byte past it. */
export const bodyLimitBytes = mebibyte;

/** Objects, lists, texts, numbers and so on in a body, so that what is done with each has an end. */
export const mostValues = 10_000;

/** Comparisons that rules of virtual tag keys make of one charge on one day. */
export const mostTagWork = 200;

/** Levels of objects and lists in a body. */
export const deepest = 64;

/** Issues that a failure lists; a response must not grow with what is wrong with a request. */
export const mostIssues = 100;

/** Characters of a text of the request that an issue repeats. */
export const longestRepeated = 200;

/** Fault rules at once. */
export const mostFaultRules = 100;

/** Milliseconds by which a rule or a request can delay a response. */
export const longestLatencyMs = 60_000;

/** Characters of a snapshot, so that it can be sent back in one request. */
export const longestSnapshot = 900_000;

/** Years around its start that the clock can be set to, as the ledger grows with them. */
export const yearsAround = 5;

/** Deliveries that are remembered; the oldest are forgotten first. */
export const mostDeliveries = 1000;

/** Endpoints that one event is sent to. */
export const mostReceivers = 100;

/** Attempts that are made at the same time, apart from the first ones. */
export const mostAttemptsAtOnce = 100;

/**
 * Events whose first attempts are not over. A receiver that causes another event before it has responded
 * comes here again and again, so this is also how deeply events can be nested.
 */
export const mostEventsAtOnce = 20;

/** Characters of one event. */
export const longestEvent = 64 * kibibyte;

/** Milliseconds that a receiver may take. */
export const receiverMs = 15_000;

/** Milliseconds that a call waits for attempts; then they go on without it. */
export const emitMs = 20_000;
