/** What is wrong with a delivery. */
export type WebhookErrorCode =
  | 'missing-header'
  | 'invalid-timestamp'
  | 'invalid-body'
  | 'no-matching-signature'
  | 'too-old'
  | 'too-new';

/** The delivery is not from the service, was changed on its way, or is a recording. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookErrorCode,
    why: string,
    options?: ErrorOptions,
  ) {
    super(`The delivery is refused: ${why}`, options);
  }
}
