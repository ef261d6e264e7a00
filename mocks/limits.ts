const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What one world may hold, in characters; each is one or two bytes of memory. */
export interface WorldLimits {
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
export const sharedWorldLimits: WorldLimits = {
  endpoints: 32 * mebibyte,
  tagRules: 8 * mebibyte,
  answers: 64 * mebibyte,
  deliveries: 8 * mebibyte,
  reads: 16 * mebibyte,
};

/** The world of each session, of which there are many. */
export const sessionLimits: WorldLimits = {
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

/** Characters of a body that a journal keeps. */
export const longestJournalBody = 64 * kibibyte;

/** Requests without a valid key that each address may send in a minute, however low the limit of a key is. */
export const unauthenticatedRequests = 6000;

/** As many times the limit of a key, where that is more. */
export const unauthenticatedFactor = 10;

/** Addresses that are told apart in a minute; what others send without a key is refused. */
export const mostAddresses = 10_000;
