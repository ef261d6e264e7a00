import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** The delivery is not from the service, was changed on its way, or is a recording. Answer 401. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/**
 * Verifies a delivery and parses its body. Signatures are compared in constant time; a delivery that
 * was signed more than 5 minutes from now is refused.
 *
 * @param secret `whsec_` and base64
 * @param headers of the delivery, names in any case
 * @param body as it came: parse nothing before this
 * @returns the event
 * @throws {WebhookSignatureError}
 * @example
 * ```ts
 * const event = verifyWebhook(secret, Object.fromEntries(request.headers), await request.text());
 * ```
 */
export function verifyWebhook(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): unknown {
  try {
    return new Webhook(secret).verify(body, headers);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new WebhookSignatureError(`The delivery is refused: ${error.message}.`, { cause: error });
  }
}
