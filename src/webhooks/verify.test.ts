import { Webhook } from 'standardwebhooks';
import { describe, expect, it, test } from 'vitest';
import { signWebhook } from './sign.js';
import { type VerifyOptions, verifyWebhook } from './verify.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
const other = 'whsec_YW5vdGhlciBzZWNyZXQgb2Ygb3Vycw==';
const data = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };
const body = JSON.stringify(data);
const now = new Date('2026-06-15T12:00:00Z');
const signed = (secrets: string | string[] = secret, text = body, secondsAgo = 0) => ({
  ...signWebhook(secrets, { id: 'msg_1', sentAt: new Date(now.getTime() - secondsAgo * 1000), body: text }),
});
const verify = (
  delivery: { secrets?: string | string[]; headers?: any; body?: any; options?: VerifyOptions } = {},
) =>
  verifyWebhook(delivery.secrets ?? secret, delivery.headers ?? signed(), delivery.body ?? body, {
    now,
    ...delivery.options,
  });
const expectRefusal = (code: string, delivery: Parameters<typeof verify>[0]) =>
  expect(() => verify(delivery)).toThrow(expect.objectContaining({ name: 'WebhookVerificationError', code }));
/** The headers of a delivery with another value. */
const withHeader = (name: string, value: string | undefined) => ({ ...signed(), [`webhook-${name}`]: value });
/** The headers of a delivery, changed one by one. */
const eachHeader = (change: (name: string, value: string) => [string, unknown]) =>
  Object.fromEntries(Object.entries(signed()).map(([name, value]) => change(name, value)));

test('returns the event of a signed delivery', () => {
  expect(verify()).toEqual({ id: 'msg_1', sentAt: now, type: 'optimization.completed', data });
});

describe('headers', () => {
  it.each([
    ['names in any case', eachHeader((name, value) => [name.toUpperCase(), value])],
    ['a web Headers', new Headers(signed())],
    ['values in arrays', eachHeader((name, value) => [name, [value]])],
  ])('are accepted as %s', (_, headers) => {
    expect(verify({ headers })).toMatchObject({ data });
  });

  it.each(['id', 'timestamp', 'signature'])('are rejected without webhook-%s', (name) => {
    expectRefusal('missing-header', { headers: withHeader(name, undefined) });
  });

  it.each(['hello', '1e9', '-1', '17815248000000', ' 1781524800'])(
    'are rejected with the timestamp %j',
    (timestamp) => {
      expectRefusal('invalid-timestamp', { headers: withHeader('timestamp', timestamp) });
    },
  );
});

describe('a body', () => {
  const bytes = new TextEncoder().encode(body);

  it.each([
    ['bytes', bytes],
    ['a Node.js Buffer', Buffer.from(body)],
    ['an ArrayBuffer', bytes.buffer],
    ['a part of a buffer', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ])('is accepted as %s', (_, raw) => {
    expect(verify({ body: raw })).toMatchObject({ data });
  });

  it('is verified with its byte order mark', () => {
    const marked = `\ufeff${body}`;
    const raw = new TextEncoder().encode(marked);
    expectRefusal('invalid-body', { headers: signed(secret, marked), body: raw });
    expectRefusal('no-matching-signature', { headers: signed(), body: raw });
  });

  it('is rejected if it is not UTF-8', () => {
    expectRefusal('invalid-body', { body: new Uint8Array([0x22, 0xff, 0x22]) });
  });

  it('is rejected if it is not JSON', () => {
    expectRefusal('invalid-body', { headers: signed(secret, 'hello'), body: 'hello' });
  });

  it('throws a TypeError if it has been parsed', () => {
    expect(() => verify({ body: data })).toThrow(TypeError);
    expect(() => verify({ body: data })).toThrow('express.raw()');
  });
});

it.each<[string, Parameters<typeof verify>[0]]>([
  ['with another secret', { secrets: other }],
  ['over another body', { body: `${body} ` }],
  ['over another id', { headers: withHeader('id', 'msg_2') }],
  ['over another time', { headers: withHeader('timestamp', String(now.getTime() / 1000 - 1)) }],
  [
    'of another version',
    { headers: withHeader('signature', signed()['webhook-signature'].replace('v1', 'v2')) },
  ],
  ['that is truncated', { headers: withHeader('signature', signed()['webhook-signature'].slice(0, -1)) }],
  ['that is empty', { headers: withHeader('signature', 'v1,') }],
])('a signature %s is rejected', (_, delivery) => {
  expectRefusal('no-matching-signature', delivery);
});

describe('during a rotation of secrets', () => {
  it('a receiver with both secrets accepts either', () => {
    expect(verify({ secrets: [other, secret] })).toMatchObject({ data });
    expect(verify({ secrets: [other, secret], headers: signed(other) })).toMatchObject({ data });
  });

  it('a delivery that is signed with both is accepted with either', () => {
    const headers = signed([other, secret]);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(verify({ headers })).toMatchObject({ data });
    expect(verify({ headers, secrets: other })).toMatchObject({ data });
  });
});

describe('the tolerance', () => {
  it.each([
    [300, null],
    [301, 'too-old'],
    [-300, null],
    [-301, 'too-new'],
  ])('is 5 minutes: %i seconds ago gives %s', (secondsAgo, code) => {
    const headers = signed(secret, body, secondsAgo);
    if (code) expectRefusal(code, { headers });
    else expect(verify({ headers })).toMatchObject({ data });
  });

  it('can be set', () => {
    const headers = signed(secret, body, 60);
    expect(() => verify({ headers, options: { toleranceSeconds: 30 } })).toThrow(
      'its timestamp is 60 seconds old, outside the tolerance of 30 seconds',
    );
    expect(
      verify({ headers: signed(secret, body, 3600), options: { toleranceSeconds: 7200 } }),
    ).toMatchObject({ data });
  });
});

test('accepts what standardwebhooks rejects, whose clock and tolerance cannot be set', () => {
  const hoursAgo = signed(secret, body, 7200);
  expect(verify({ headers: hoursAgo, options: { toleranceSeconds: 7200 } })).toMatchObject({ data });
  expect(() => new Webhook(secret).verify(body, hoursAgo)).toThrow('Message timestamp too');
});

it.each<[string, any]>([
  ['an empty array', []],
  ['undefined', undefined],
  ['an empty string', ''],
  ['only a prefix', 'whsec_'],
  ['not base64', 'whsec_not base64!'],
  ['malformed in one of two', [secret, 'whsec_!']],
])('secrets that are %s throw a TypeError', (_, secrets) => {
  expect(() => verifyWebhook(secrets, signed(), body)).toThrow(TypeError);
  expect(() => verifyWebhook(secrets, signed(), body)).not.toThrow(/not base64|whsec_!/);
});
