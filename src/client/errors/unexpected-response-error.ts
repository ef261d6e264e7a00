/** A response that is not in the contract's envelope, such as a proxy's page or a redirect. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';

  constructor(
    /** The HTTP status; 0 where a browser hides it. */
    readonly status: number,
  ) {
    super(
      status === 0 || (status >= 300 && status <= 399)
        ? 'The server sent a redirect, which is not followed so that the API key goes nowhere else. Check the base URL.'
        : `The response (status ${status}) is not the service's envelope. Check that the base URL leads to the service.`,
    );
  }
}
