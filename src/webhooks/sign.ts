import { type Secrets, signersOf } from './secrets.js';

/** What the signature of a delivery covers. */
export interface Delivery {
  /** Names the event; the same for each attempt. */
  readonly id: string;
  /** When this attempt is sent. */
  readonly sentAt: Date;
  /** The body, byte for byte as sent. */
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
 * @param secrets `whsec_` and base64; several while one replaces another
 * @throws {TypeError} when a secret is malformed
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
