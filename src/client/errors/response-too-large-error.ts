/** The body of a response is larger than the client may read; it was read no further. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';

  constructor(
    /** The limit, in bytes. */
    readonly maxBytes: number,
  ) {
    super(
      `The body of the response exceeds ${maxBytes} bytes. If it is meant to be that large, pass a larger maxResponseBytes.`,
    );
  }
}
