/** Something answered, but not in the contract's envelope: a proxy's page, say, or a redirect. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    message: string,
    /** The HTTP status; 0 where a browser hides it. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
