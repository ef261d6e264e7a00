import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Credentials } from '../../conformance/engine/traffic/credentials.js';
import { harEntry } from '../../conformance/engine/traffic/har-entry.js';
import type { Pair, RawExchange } from '../../conformance/engine/traffic/raw-exchange.js';
import { checkTraffic } from '../../conformance/suite/run.js';
import { everyReport } from '../support/engine/every-report.js';
import { anyChoices, anyKey, reveals, spell } from '../support/engine/spellings.js';

const base = 'https://costs.example';

interface Sent {
  readonly url?: string;
  readonly userInfo?: string;
  readonly requestHeaders?: readonly Pair[];
  readonly requestBody?: string;
  readonly responseHeaders?: readonly Pair[];
  readonly body?: string;
}

const exchange = ({ url = '/api/v1/providers', body = '{}', ...sent }: Sent): RawExchange => ({
  where: 'log.entries[0]',
  method: 'GET',
  url: `${base}${url}`,
  requestHeaders: [],
  requestBody: null,
  status: 200,
  responseHeaders: [['content-type', 'application/json']],
  responseBody: { text: body },
  startedAt: 0,
  durationMs: 1,
  ...sent,
});

/** Where clients put a credential, correctly or by mistake. */
const places: readonly [string, (secret: string) => Sent][] = [
  ['Authorization with a scheme', (secret) => ({ requestHeaders: [['Authorization', `Bearer ${secret}`]] })],
  ['Authorization without a scheme', (secret) => ({ requestHeaders: [['Authorization', secret]] })],
  ['a custom scheme', (secret) => ({ requestHeaders: [['authorization', `Costs ${secret}`]] })],
  ['a missing scheme', (secret) => ({ requestHeaders: [['authorization', `${secret} x`]] })],
  [
    'Basic',
    (secret) => ({
      requestHeaders: [['authorization', `Basic ${Buffer.from(`${secret}:`).toString('base64')}`]],
    }),
  ],
  ['Proxy-Authorization', (secret) => ({ requestHeaders: [['proxy-authorization', secret]] })],
  ['a cookie', (secret) => ({ requestHeaders: [['cookie', `theme=dark; sid=${secret}`]] })],
  ['Set-Cookie', (secret) => ({ responseHeaders: [['set-cookie', `sid=${secret}; Path=/; HttpOnly`]] })],
  ['X-Auth', (secret) => ({ requestHeaders: [['X-Auth', secret]] })],
  ['X-Auth-Key', (secret) => ({ requestHeaders: [['x-auth-key', secret]] })],
  ['X-Password', (secret) => ({ requestHeaders: [['x-password', secret]] })],
  ['X-Credential', (secret) => ({ requestHeaders: [['x-credential', secret]] })],
  ['Ocp-Apim-Subscription-Key', (secret) => ({ requestHeaders: [['ocp-apim-subscription-key', secret]] })],
  ['?key=', (secret) => ({ url: `/api/v1/providers?page=1&key=${encodeURIComponent(secret)}` })],
  ['?API%5FKEY=', (secret) => ({ url: `/api/v1/providers?API%5FKEY=${encodeURIComponent(secret)}` })],
  ['?access_token=', (secret) => ({ url: `/api/v1/providers?access_token=${encodeURIComponent(secret)}` })],
  ['a password in the URL', (secret) => ({ userInfo: `somebody:${encodeURIComponent(secret)}` })],
  [
    'Referer',
    (secret) => ({ requestHeaders: [['referer', `${base}/?token=${encodeURIComponent(secret)}`]] }),
  ],
  [
    'the fragment of Location',
    (secret) => ({ responseHeaders: [['location', `/#id_token=${encodeURIComponent(secret)}`]] }),
  ],
  ['a form', (secret) => ({ requestBody: `password=${encodeURIComponent(secret)}&a=b` })],
  ['JSON', (secret) => ({ requestBody: JSON.stringify({ grant: { client_secret: secret } }) })],
];

test.each(places)('writes no credential of any length to the archive: %s', (_, place) => {
  for (const secret of ['SEKRET9aaaaaaaa', 'S3K', 'a-redacted-token', 'xx-removed…']) {
    const credentials = new Credentials(true);
    const raw = exchange(place(secret));
    credentials.learn(raw);
    const entry = JSON.stringify(harEntry(raw, credentials));
    expect(reveals(entry, secret), entry).toBe(false);
  }
});

test.each(places)(
  'writes no credential to a report, even if it is repeated elsewhere: %s',
  async (_, place) => {
    const property = fc.asyncProperty(anyKey, anyChoices, async (secret, choices) => {
      const credentials = new Credentials(true);
      const repeated = spell(secret, choices);
      const raws = [
        exchange({
          body: `{"success":true,"data":[{"provider_id":"${repeated}","provider_name":7}],"timestamp":"${repeated}"}`,
          responseHeaders: [['x-echo', repeated]],
        }),
        exchange(place(secret)),
      ];
      for (const raw of raws) credentials.learn(raw);
      const entries = raws.map((raw) => harEntry(raw, credentials));
      expect(reveals(JSON.stringify(entries), secret)).toBe(false);
      const report = await checkTraffic({
        har: archiveOf(raws),
        baseUrl: base,
        only: ['fields.*', 'envelope.*'],
      });
      const pages = everyReport(report);
      for (const page of Object.values(pages)) expect(reveals(page, secret)).toBe(false);
      expect(pages.json).toContain('[redacted]');
    });
    await fc.assert(property, { numRuns: 2 });
  },
);

test('treats a key without a scheme as another scheme, and redacts it', () => {
  const credentials = new Credentials(true);
  const raw = exchange({ requestHeaders: [['Authorization', 'SEKRET9aaaaaaaa']] });
  credentials.learn(raw);
  expect(credentials.authorizationOf(raw.requestHeaders)).toEqual({
    authorization: 'other-scheme',
    callerId: null,
  });
  expect(credentials.text('sent by SEKRET9aaaaaaaa')).toBe('sent by [redacted]');
});

test('redacts a short credential in its place, but not equal words elsewhere', () => {
  const credentials = new Credentials(true);
  const raw = exchange({
    url: '/api/v1/providers?key=active&tag_key=active&sort_by=active',
    requestHeaders: [['x-auth', 'active']],
    body: '{"status":"active","token":"active"}',
  });
  credentials.learn(raw);
  expect(credentials.text(raw.url)).toBe(
    `${base}/api/v1/providers?key=[redacted]&tag_key=active&sort_by=active`,
  );
  expect(credentials.headers(raw.requestHeaders)).toEqual([['x-auth', '[redacted]']]);
  expect(credentials.text('{"status":"active","token":"active"}')).toBe(
    '{"status":"active","token":"[redacted]"}',
  );
});

test.each([
  ['www-authenticate', 'Bearer realm="costs"'],
  ['idempotency-key', '6f1c7a52-8d43-4e0b-9a3e-0d2f6b1c9e77'],
  ['access-control-allow-credentials', 'true'],
  ['content-type', 'application/json; charset=utf-8'],
])('does not redact %s', (name, value) => {
  expect(new Credentials(true).headers([[name, value]])).toEqual([[name, value]]);
});

test('detects a response that repeats the key of a request, in the body or in a header', () => {
  const credentials = new Credentials(true);
  credentials.learn(exchange({ requestHeaders: [['Authorization', 'Bearer abc+/SECRET0001']] }));
  expect(credentials.repeatsKey(['{"by":"abc\\u002b\\/SECRET0001"}'])).toBe(true);
  expect(credentials.repeatsKey(['{}', 'abc%2B%2FSECRET0001'])).toBe(true);
  expect(credentials.repeatsKey(['{}'])).toBe(false);
});

test('reads a megabyte of possible credentials without backtracking', () => {
  const credentials = new Credentials(true);
  for (const text of ['a'.repeat(1e6), '&'.repeat(1e6), '"token":"'.repeat(1e5), 'http://a:'.repeat(1e5)]) {
    credentials.learn(exchange({ body: text }));
    credentials.text(text);
  }
});

function archiveOf(raws: readonly RawExchange[]): string {
  const named = (pairs: readonly Pair[]) => pairs.map(([name, value]) => ({ name, value }));
  const entries = raws.map((raw) => ({
    startedDateTime: '2026-06-15T12:00:00Z',
    time: 1,
    request: {
      method: raw.method,
      url: raw.userInfo ? raw.url.replace('://', `://${raw.userInfo}@`) : raw.url,
      headers: named(raw.requestHeaders),
      ...(raw.requestBody ? { postData: { text: raw.requestBody } } : {}),
    },
    response: {
      status: raw.status,
      headers: named(raw.responseHeaders),
      content: { text: 'text' in raw.responseBody ? raw.responseBody.text : '' },
    },
  }));
  return JSON.stringify({ log: { entries } });
}
