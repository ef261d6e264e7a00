import { expect, test } from 'vitest';
import { signWebhook } from './sign.js';
import { verifyWebhook, WebhookSignatureError } from './verify.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
const body = '{"recommendation_id":"rec-1006"}';
const signed = (sentAt = new Date()) => ({ ...signWebhook(secret, { id: 'msg_1', sentAt, body }) });
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test('a delivery that is signed is parsed', () => {
  expect(verifyWebhook(secret, signed(), body)).toEqual({ recommendation_id: 'rec-1006' });
});

test('names of headers are read in any case', () => {
  const headers = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(verifyWebhook(secret, headers, body)).toEqual({ recommendation_id: 'rec-1006' });
});

test('one good signature among several is enough', () => {
  const headers = signed();
  headers['webhook-signature'] = `v1,b3RoZXI= ${headers['webhook-signature']}`;
  expect(verifyWebhook(secret, headers, body)).toBeDefined();
});

test.each<[string, Parameters<typeof verifyWebhook>]>([
  ['another secret', ['whsec_YW5vdGhlciBzZWNyZXQgb2Ygb3Vycw==', signed(), body]],
  ['another body', [secret, signed(), `${body} `]],
  ['another id', [secret, { ...signed(), 'webhook-id': 'msg_2' }, body]],
  ['no signature', [secret, { 'webhook-id': 'msg_1', 'webhook-timestamp': '1' }, body]],
  ['a time long ago', [secret, signed(minutes(-6)), body]],
  ['a time far ahead', [secret, signed(minutes(6)), body]],
])('%s is refused', (_name, delivery) => {
  expect(() => verifyWebhook(...delivery)).toThrow(WebhookSignatureError);
});
