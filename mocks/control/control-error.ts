/** Something that the control plane does not do; the message says why, and what to do instead. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  /** @param status the HTTP status it is answered with over the wire */
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 429,
    message: string,
  ) {
    super(message);
  }
}
