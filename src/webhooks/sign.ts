import { type Secrets, signersOf } from './secrets.js';

/** The signed content of a delivery. */
export interface Delivery {
  /** The ID of the event, the same for each attempt. */
  readonly id: string;
  /** The time of this attempt. */
  readonly sentAt: Date;
  /** The exact body as sent. */
  readonly body: string;
}

/** The three headers of a signed delivery. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  /** Unix seconds. */
  readonly 'webhook-timestamp': string;
  /** One signature for each secret, separated by spaces. */
  readonly 'webhook-signature': string;
}

/**
 * Signs a delivery with HMAC-SHA256 as Standard Webhooks 1.0.0 specifies.
 *
 * @param secrets `whsec_` followed by base64; several during a rotation
 * @throws {TypeError} if a secret is malformed
 */
export function signWebhook(secrets: Secrets, { id, sentAt, body }: Delivery): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signersOf(secrets)
      .map((sign) => sign(id, sentAt, body))
      .join(' '),
  };
}
