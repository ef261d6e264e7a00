/** An invalid call of the control plane. The message contains the problem and the fix. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  /** @param status the HTTP status of the response */
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429,
    message: string,
  ) {
    super(message);
  }
}
