/** A header, or a query parameter, as it was seen. */
export type Pair = readonly [name: string, value: string];

/** One exchange as it was recorded, before anybody has looked at it; it may hold API keys. */
export interface RawExchange {
  /** Where it stands, for messages, such as `log.entries[3]`. */
  readonly where: string;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly requestHeaders: readonly Pair[];
  /** Null when none was sent; undefined when it is not known. */
  readonly requestBody: string | null | undefined;
  /** 0 when no answer came. */
  readonly status: number;
  readonly responseHeaders: readonly Pair[];
  readonly responseBody: RecordedBody;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A body as text, or why it is not known. */
export type RecordedBody = { readonly text: string } | { readonly unknown: 'missing' | 'truncated' };
