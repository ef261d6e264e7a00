/** A response without the envelope of the API, such as a proxy's error page or a redirect. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';

  constructor(
    /** The HTTP status; 0 if the browser hides it. */
    readonly status: number,
  ) {
    super(
      status === 0 || (status >= 300 && status <= 399)
        ? 'The server responded with a redirect. Redirects are not followed, to protect the API key. Check the base URL.'
        : `The response (status ${status}) does not have the envelope of the API. Check that the base URL points to the service.`,
    );
  }
}
