/** Why verification of a delivery failed. */
export type WebhookErrorCode =
  | 'missing-header'
  | 'invalid-timestamp'
  | 'invalid-body'
  | 'no-matching-signature'
  | 'too-old'
  | 'too-new';

/** Verification failed: the delivery is not from the service, was modified in transit, or is a replay. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookErrorCode,
    reason: string,
    options?: { cause?: unknown },
  ) {
    super(`Webhook verification failed: ${reason}`, options);
  }
}
