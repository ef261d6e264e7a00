/** The response body exceeds the size limit; the rest of it was not read. */
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
        ? `The error response (status ${status}) exceeds ${maxBytes} bytes. Check that the base URL points to the service.`
        : `The response body exceeds ${maxBytes} bytes. If this size is expected, increase maxResponseBytes.`,
    );
  }
}
