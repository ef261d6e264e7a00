import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../../tests/support/processor-time.js';
import { redactPlaces, secretsInPlaces } from './credential-places.js';

const secret = 'Hidden-1';
const url = `https://user:${secret}@h.example/x?token=${secret}&page=2#id_token=${secret}`;
const redactedUrl = 'https://[redacted]@h.example/x?token=[redacted]&page=2#id_token=[redacted]';

describe('redactPlaces', () => {
  test.each([
    ['a URL', url, redactedUrl],
    ['a URL in JSON', JSON.stringify({ url }), JSON.stringify({ url: redactedUrl })],
    ['a URL in a list', JSON.stringify([1, url]), JSON.stringify([1, redactedUrl])],
    ['a URL in a parameter', `?next=${url}`, `?next=${redactedUrl}`],
    ['a URL in a form', `a=b&url=https://h/x?token=${secret}`, 'a=b&url=https://h/x?token=[redacted]'],
    [
      'a form in JSON',
      JSON.stringify({ body: `password=${secret}&a=b` }),
      '{"body":"password=[redacted]&a=b"}',
    ],
    [
      'JSON as PHP writes it',
      `{"url":"https:\\/\\/u:${secret}@h\\/x"}`,
      '{"url":"https:\\/\\/[redacted]@h\\/x"}',
    ],
    ['JSON that is cut off', `{"password":"${secret}`, '{"password":"[redacted]'],
    ['a header in JSON', `{"Authorization":"Bearer ${secret}"}`, '{"Authorization":"[redacted]"}'],
    ['a key header in JSON', `{"x-api-key":"${secret}"}`, '{"x-api-key":"[redacted]"}'],
  ])('finds %s', (_, text, redacted) => {
    expect(redactPlaces(text)).toBe(redacted);
  });

  test.each([
    ...[
      'cookie',
      'set-cookie',
      'authorization',
      'api_key',
      'private-key',
      'csrf_token',
      'client_secret',
      'passwd',
      'pwd',
    ],
    ...['password', 'credentials'],
  ])('finds the property %s where nothing else hints at a secret', (name) => {
    expect(redactPlaces(JSON.stringify({ [name]: 'a=b12345' }))).toBe(
      JSON.stringify({ [name]: '[redacted]' }),
    );
  });

  test.each([
    'key',
    'sig',
    'auth',
    'jwt',
    'pwd',
    'pass',
    'sid',
    'x-api-key',
    'id_token',
    'session',
    'p%61ss',
  ])('finds the parameter %s where nothing else hints at a secret', (name) => {
    expect(redactPlaces(`?${name}=b1234567`)).toBe(`?${name}=[redacted]`);
  });

  const encodings: readonly [string, (text: string) => string][] = [
    ['JSON string', (text) => JSON.stringify(text)],
    ['JSON property', (text) => JSON.stringify({ body: text })],
    ['PHP string', (text) => JSON.stringify({ body: text }).replaceAll('/', '\\/')],
    [
      '.NET string',
      (text) => JSON.stringify({ body: text }).replaceAll('&', '\\u0026').replaceAll('+', '\\u002B'),
    ],
    ['parameter', (text) => `https://h.example/?next=${encodeURIComponent(text)}`],
    ['form', (text) => new URLSearchParams({ a: 'b', url: text }).toString()],
    ['HTML attribute', (text) => `<a href="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`],
  ];
  const inner = [url, JSON.stringify({ password: secret }), JSON.stringify({ url }), `a=b&api_key=${secret}`];

  test('finds secrets in strings within strings', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...inner),
        fc.array(fc.constantFrom(...encodings), { maxLength: 4 }),
        (text, layers) => {
          const whole = layers.reduce((within, [, encode]) => encode(within), text);
          expect(redactPlaces(whole)).not.toContain(secret);
          expect(redactPlaces(redactPlaces(whole))).toBe(redactPlaces(whole));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('finds each secret once, decoded', () => {
    const text = JSON.stringify({ token: 'a"b+c', url: 'https://h?token=x%2By' });
    expect([...secretsInPlaces(text)]).toEqual(['a"b+c', 'x+y']);
  });

  test.each([
    'https://h.example/api/v1/commitments?page=1&tag_key=a&sort_by=cost',
    '{"id":"a","key":"team","url":"https://h.example/x?page=2","note":"a@b.example // c"}',
    '{"a":"{\\"b\\":\\"100% of \\\\\\"it\\\\\\"\\"}"}',
    'mail to a@b.example; see //comment and name = value',
  ])('does not change %s', (text) => {
    expect(redactPlaces(text)).toBe(text);
  });

  test.each([
    '"',
    '"token":"',
    '"token":"a",',
    '\\"token\\":\\"',
    '{\\"token\\":\\"',
    '\\',
    '\\u005c',
    'http://a:',
    '//a:b@',
    '/',
    '?token=a',
    'a',
    '%25',
    '%e2%82%ac',
    '"token"   :   ',
    '&amp;',
    '&#97;',
  ])('takes linear time for 4 MB of %s', (part) => {
    const text = part.repeat(4_000_000 / part.length);
    const time = processorTime(() => {
      redactPlaces(text);
      for (const secret of secretsInPlaces(text)) if (secret.length > text.length) break;
    });
    // It takes a tenth of that alone, and quadratic time would be hours.
    expect(time).toBeLessThan(4000);
  });

  test('takes linear time for places within a place', () => {
    const text = `{"token":"${'?key=a '.repeat(500_000)}"}`;
    expect(redactPlaces(text)).toBe('{"token":"[redacted]"}');
    expect([...secretsInPlaces(text)]).toHaveLength(500_001);
  });
});
