import { Webhook } from 'standardwebhooks';

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
  readonly 'webhook-signature': string;
}

/**
 * Signs a delivery with HMAC-SHA256 as Standard Webhooks 1.0.0 says.
 *
 * @param secret `whsec_` and base64
 */
export function signWebhook(secret: string, { id, sentAt, body }: Delivery): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
}
