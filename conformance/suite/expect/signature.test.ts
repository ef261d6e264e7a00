import { expect, test } from 'vitest';
import { isSignedWith, signatureHeaders } from './signature.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
/** The test vector of the document. */
const headers = {
  'webhook-id': 'msg_0000000000000001',
  'webhook-timestamp': '1781524800',
  'webhook-signature': 'v1,SBhYYJlYAazAyLYmyz0iGJ9zEEXGqfEs9/9G/kKj8kM=',
};
const body = Buffer.from(
  '{"recommendation_id":"rec-1006","status":"optimized","implementation_method":"one-click"}',
);

test('accepts the test vector of the document, also among several signatures', () => {
  expect(isSignedWith(secret, { headers, body })).toBe(true);
  const several = { ...headers, 'webhook-signature': `v1,b3RoZXI= ${headers['webhook-signature']}` };
  expect(isSignedWith(secret, { headers: several, body })).toBe(true);
});

test.each([
  ['a body with one byte more', { headers, body: Buffer.concat([body, Buffer.from(' ')]) }],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' }, body }],
  ['another time', { headers: { ...headers, 'webhook-timestamp': '1781524801' }, body }],
  [
    'another version',
    { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }, body },
  ],
  ['no signature', { headers: {}, body }],
])('rejects %s', (_, delivery) => {
  expect(isSignedWith(secret, delivery)).toBe(false);
});

test.each([
  ['v1,SBhYYJlYAazAyLYmyz0iGJ9zEEXGqfEs9/9G/kKj8kM=', true],
  ['sha256=b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9', true],
  ['t=1781524800,v1=b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9', true],
  ['application/json', false],
  ['msg_0000000000000001', false],
  ['d41d8cd98f00b204e9800998ecf8427e', false],
])('detects a possible HMAC-SHA256 in %s: %s', (value, may) => {
  expect(signatureHeaders({ headers: { 'x-signature': value } })).toEqual(may ? ['x-signature'] : []);
});
