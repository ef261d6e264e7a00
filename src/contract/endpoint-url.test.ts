import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorTime } from '../../tests/support/processor-time.js';
import { document } from '../generated/document.js';
import { bodyValidators } from '../generated/request-validators.js';
import { endpointUrlPattern, isEndpointUrl } from './endpoint-url.js';

const validate = bodyValidators.createWebhookEndpoint;
const documentAccepts = (url: string) =>
  validate?.({ url, event_types: ['optimization.completed'] }) === true;

test.each([
  'https://hooks.example.com/cost-events',
  'HTTPS://Hooks.Example.COM:8443/',
  'https://hooks.example.com',
  'https://hooks.example.com.',
  'https://hooks.example.com?without=path',
  'https://hooks.example.com#fragment',
  'https://hooks.example.com:/',
  'https://hooks.example.com:00443/',
  'https://hooks.example.com:65535/a%20b?x=%C3%A9&y=1+2#z',
  'https://xn--mnchen-3ya.example/',
  'https://receiver_1:8443/',
  'https://192.0.2.7/',
  'https://[2001:db8::7]:8443/',
  'https://[::ffff:192.0.2.7]/',
  'https://hooks.example.com/a@b:c',
  'http://localhost',
  'http://LOCALHOST:3000/hook',
  'http://localhost?x=1',
  'http://127.0.0.1:3000#x',
  'http://127.8.9.10/',
  'http://[::1]:3000/',
  'http://[0:0:0:0:0:0:0:1]/',
])('document and function accept %s', (url) => {
  expect([documentAccepts(url), isEndpointUrl(url)]).toEqual([true, true]);
});

test.each([
  'http://localhost:x@evil.example/',
  'http://localhost@evil.example/',
  'http://127.0.0.1:80@evil.example/',
  'http://localhost.evil.example/',
  'http://localhost:3000.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://[::1].evil.example/',
  'http://evil.example/#@localhost',
  'http://localhost\\@evil.example/',
  'https://somebody:geheim@hooks.example.com/',
  'https://token@hooks.example.com/',
  'https://@hooks.example.com/',
  'https://',
  'https:///path',
  'https://?x=1',
  'https://:443/',
  'https:hooks.example.com',
  'https:\\\\192.0.2.7',
  'https://hooks.example.com:65536/',
  'https://hooks.example.com:99999999999/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:8o/',
  'https://hooks..example.com/',
  `https://${'a'.repeat(64)}.example/`,
  'https://hooks.example.com/ b',
  'https://hooks.example.com/%zz',
  'https://hooks.example.com/\n',
  'https://hooks.example.com\n',
  'https://münchen.example/',
  'https://hooks%2eexample.com/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://127.1/',
  'https://256.1.1.1/',
  'https://[::1/',
  'https://[::1::2]/',
  'https://[fe80::1%25eth0]/',
  'https://[::1]\\',
  'http://192.0.2.7/',
  'http://hooks.example.com/',
  'http://[::2]/',
  'ftp://localhost/',
  'wss://hooks.example.com/',
  `https://hooks.example.com/${'a'.repeat(2048)}`,
])('document and function refuse %s', (url) => {
  expect([documentAccepts(url), isEndpointUrl(url)]).toEqual([false, false]);
});

/** Parts from which a URL is put together, right or wrong. */
const anyUrl = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'https://',
          'http://',
          'HTTPS://',
          'localhost',
          '127.0.0.1',
          '[::1]',
          '[2001:db8::1]',
          '[',
          ']',
          '::',
        ],
        ...[
          ':',
          '@',
          '/',
          '?',
          '#',
          '\\',
          '.',
          '%',
          '%41',
          '-',
          '_',
          '0',
          '1',
          '255',
          '256',
          '443',
          '65535',
          '65536',
        ],
        ...[
          'a',
          'X',
          'example',
          'com',
          '0x7f',
          'é',
          ' ',
          '\t',
          '\n',
          '+',
          '&',
          '=',
          '"',
          '<',
          '|',
          '^',
          '~',
          '!',
        ],
      ),
      fc.webUrl(),
      fc.domain(),
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.nat(70_000).map((port) => `:${port}`),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .chain((parts) => fc.constantFrom('', 'https://', 'http://').map((scheme) => scheme + parts.join('')));

test('document and function agree on every URL', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyUrl, fc.webUrl({ withQueryParameters: true, withFragments: true })), (url) => {
      // A regular expression cannot decode Punycode.
      fc.pre(!/xn--/i.test(url));
      expect([url, documentAccepts(url)]).toEqual([url, isEndpointUrl(url)]);
      if (isEndpointUrl(url)) accepted += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(1000);
});

test('the document contains the pattern', () => {
  const { components } = document as { components: { schemas: Record<string, any> } };
  expect(components.schemas.WebhookEndpointInput.properties.url.pattern).toBe(endpointUrlPattern);
});

test('the function accepts only names that the parser can decode', () => {
  const punycode = 'https://xn--a.example/';
  expect(isEndpointUrl(punycode)).toBe(URL.canParse(punycode));
});

test('the pattern takes linear time', () => {
  const pattern = new RegExp(endpointUrlPattern);
  const worst = [
    ['https://', 'a.'],
    ['https://', 'a'],
    ['https://', '1.'],
    ['http://[', '0:'],
    ['http://[', '0'],
    ['https://a:', '0'],
    ['https://[', ':'],
    ['https://a/', '/'],
  ];
  const time = processorTime(() => {
    for (const [start = '', part = ''] of worst) pattern.test(`${start}${part.repeat(1_000_000)}\n`);
  });
  expect(time).toBeLessThan(5000);
});
