/** A recorded response, with the request that it belongs to. */
export interface RecordedResponse {
  /** The method of the request, in capitals. */
  readonly method: string;
  /** Path and query of the request as sent, from `/api/v1` on. */
  readonly target: string;
  /** Null if the request had no body. */
  readonly requestBody: string | null;
  readonly status: number;
  /** Headers that the mock or its server sets, such as `Date`, are not replayed. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, decompressed. */
  readonly body: string;
}
