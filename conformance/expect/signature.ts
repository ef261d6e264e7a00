import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery } from '../http/receiver.js';

/**
 * Whether a delivery is signed as Standard Webhooks 1.0.0 says: a base64 HMAC-SHA256 over
 * `id.timestamp.body`, under the secret without its `whsec_` and decoded from base64.
 */
export function isSignedWith(secret: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Headers that may hold an HMAC-SHA256, which is 32 bytes: in hexadecimal, or in base64. */
export function signatureHeaders({ headers }: Pick<Delivery, 'headers'>): readonly string[] {
  return Object.entries(headers)
    .filter(([, value]) =>
      /(^|[^0-9a-f])[0-9a-f]{64}($|[^0-9a-f])|(^|[^\w+/-])[\w+/-]{43}=?($|[^\w+/=-])/i.test(value),
    )
    .map(([name]) => name);
}
