import { expect, test } from 'vitest';
import { signWebhook } from './sign.js';
import { verifyWebhook } from './verify.js';

/** The test vector that is shared by the Standard Webhooks libraries. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const wrong = 'Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';
const sentAt = new Date(vector.timestamp * 1000);
const verify = (signature: string, { secret = vector.secret, now = sentAt } = {}) =>
  verifyWebhook(
    secret,
    {
      'webhook-id': vector.id,
      'webhook-timestamp': String(vector.timestamp),
      'webhook-signature': signature,
    },
    vector.body,
    { now },
  );

test('reproduces the published signature', () => {
  const { id, body } = vector;
  expect(signWebhook(vector.secret, { id, sentAt, body })['webhook-signature']).toBe(vector.signature);
});

test.each([
  ['the published signature', vector.signature],
  ['several signatures that include it', `v1,${wrong} v2,${wrong} ${vector.signature} v1,${wrong}`],
])('accepts %s', (_, signature) => {
  expect(verify(signature)).toEqual({ id: vector.id, sentAt, type: null, data: { test: 2432232314 } });
});

test('accepts a secret without its prefix', () => {
  expect(verify(vector.signature, { secret: vector.secret.replace('whsec_', '') })).toBeDefined();
});

test.each([
  ['another signature', `v1,${wrong}`],
  ['a truncated signature', vector.signature.slice(0, 8)],
  ['an empty signature', 'v1,'],
  ['an unknown format', 'v1,dawfeoifkpqwoekfpqoekf'],
])('rejects %s', (_, signature) => {
  expect(() => verify(signature)).toThrow('no signature matches');
});

test.each([
  [300, true],
  [301, false],
  [-301, false],
])('accepts a delivery %i seconds later: %j', (seconds, isAccepted) => {
  const call = () => verify(vector.signature, { now: new Date(sentAt.getTime() + seconds * 1000) });
  if (isAccepted) expect(call()).toBeDefined();
  else expect(call).toThrow('outside the tolerance');
});
