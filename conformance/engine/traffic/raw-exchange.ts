/** A recorded header or query parameter. */
export type Pair = readonly [name: string, value: string];

/** A recorded exchange, not yet parsed or redacted: it may contain API keys. */
export interface RawExchange {
  /** Its place in the recording, for messages, such as `log.entries[3]`. */
  readonly where: string;
  readonly method: string;
  /** Absolute, without user information. */
  readonly url: string;
  /** The user information of the URL: a user name, optionally with a password. */
  readonly userInfo?: string | undefined;
  readonly requestHeaders: readonly Pair[];
  /** Null if none was sent; undefined if unknown. */
  readonly requestBody: string | null | undefined;
  /** 0 if no complete response was received. */
  readonly status: number;
  readonly responseHeaders: readonly Pair[];
  /** True if the recorder removed the response headers, except a Content-Type. */
  readonly lacksHeaders?: boolean;
  readonly responseBody: RecordedBody;
  /** The violation of HTTP itself by the server, if any. */
  readonly breach?: Breach;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A violation of HTTP itself. */
export interface Breach {
  /** Description of the violation, as a sentence. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** A body as text, or why it is unknown; `encoded`: with a Content-Encoding that cannot be decoded. */
export type RecordedBody =
  | { readonly text: string }
  | { readonly unknown: 'missing' | 'truncated' | 'encoded' };
