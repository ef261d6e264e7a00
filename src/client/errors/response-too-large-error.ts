/** The body of a response is larger than the client reads; it was read no further. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';

  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** The limit, in bytes. */
    readonly maxBytes: number,
  ) {
    super(
      status >= 400
        ? `The body of a failure (status ${status}) exceeds ${maxBytes} bytes. Check that the base URL leads to the service.`
        : `The body of the response exceeds ${maxBytes} bytes. If it is meant to be that large, pass a larger maxResponseBytes.`,
    );
  }
}
