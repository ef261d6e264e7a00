import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery } from '../../engine/http/receiver.js';

/**
 * Verifies a signature of Standard Webhooks 1.0.0: a base64 HMAC-SHA256 of `id.timestamp.body`. The key is the
 * secret without `whsec_`, decoded from base64.
 */
export function isSignedWith(secret: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',');
    const actual = Buffer.from(signature, 'base64');
    return version === 'v1' && actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

/** Returns the headers that may contain an HMAC-SHA256: 32 bytes in hexadecimal or base64. */
export function signatureHeaders({ headers }: Pick<Delivery, 'headers'>): readonly string[] {
  return Object.entries(headers)
    .filter(([, value]) =>
      /(^|[^0-9a-f])[0-9a-f]{64}($|[^0-9a-f])|(^|[^\w+/-])[\w+/-]{43}=?($|[^\w+/=-])/i.test(value),
    )
    .map(([name]) => name);
}
