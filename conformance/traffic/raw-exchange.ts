/** A header, or a query parameter, as it was seen. */
export type Pair = readonly [name: string, value: string];

/** One exchange as it was recorded, before anybody has looked at it; it may hold API keys. */
export interface RawExchange {
  /** Where it stands, for messages, such as `log.entries[3]`. */
  readonly where: string;
  readonly method: string;
  /** Absolute, without a user or a password. */
  readonly url: string;
  /** What stood before the host: a user, and perhaps a password. */
  readonly userInfo?: string | undefined;
  readonly requestHeaders: readonly Pair[];
  /** Null when none was sent; undefined when it is not known. */
  readonly requestBody: string | null | undefined;
  /** 0 when no whole response was received. */
  readonly status: number;
  readonly responseHeaders: readonly Pair[];
  readonly responseBody: RecordedBody;
  /** What the server did that is not HTTP; absent when it did nothing of the kind. */
  readonly breach?: Breach;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** How a server departed from HTTP itself. */
export interface Breach {
  /** What is wrong, as a sentence. */
  readonly message: string;
  readonly expected: string;
  /** What was received instead. */
  readonly actual: string;
}

/** A body as text, or why it is not known. */
export type RecordedBody = { readonly text: string } | { readonly unknown: 'missing' | 'truncated' };
