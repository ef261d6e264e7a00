import { type Secrets, signersOf } from './signers.js';

/** What a delivery is signed over. */
export interface Delivery {
  /** Names the event; the same for each try. */
  readonly id: string;
  /** When this try is sent. */
  readonly sentAt: Date;
  /** The body, byte for byte as it is sent. */
  readonly body: string;
}

/** The three headers of a signed delivery. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  /** Unix seconds. */
  readonly 'webhook-timestamp': string;
  /** One signature a secret, with a space between. */
  readonly 'webhook-signature': string;
}

/**
 * Signs a delivery with HMAC-SHA256 as Standard Webhooks 1.0.0 says.
 *
 * @param secrets `whsec_` and base64; several while one takes over from another
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
