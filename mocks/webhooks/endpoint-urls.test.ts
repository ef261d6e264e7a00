import { expect, test } from 'vitest';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { testMock } from '../../tests/support/mock/test-mock.js';

const password = 'hidden-of-a-receiver';

async function register(url: string) {
  const mock = await testMock({ now: '2026-06-15T12:00:00Z' });
  const response = await registerEndpoint(mock, { url });
  const text = await response.text();
  const archive = await (await mock.fetch('http://mock/__mock/journal.har')).text();
  return { status: response.status, text, archive, warning: response.headers.get('mock-warning') };
}

test.each(['http://LOCALHOST:1/x', 'http://127.0.0.2?x', 'HTTPS://h.example', 'https://[2001:db8::1]:8443/'])(
  'registers %s',
  async (url) => {
    const { status, text } = await register(url);
    expect([status, JSON.parse(text).data.url]).toEqual([201, url]);
  },
);

test.each(['https://', 'https://h.example:65536/', 'http://localhost:x@evil.example/', 'https://0x7f.1/'])(
  'refuses %s, and says what a URL must be',
  async (url) => {
    const { status, text } = await register(url);
    expect([status, JSON.parse(text).error.details[0].loc]).toEqual([422, ['body', 'url']]);
    expect(text).toContain('no credentials');
  },
);

test('refuses credentials in a URL, and repeats them neither in the response nor in the archive', async () => {
  const { status, text, archive } = await register(
    `https://somebody:${password}@h.example/x?token=${password}`,
  );
  expect(status).toBe(422);
  expect(text).toContain('https://[redacted]@h.example/x?token=[redacted]');
  expect(archive).toContain('h.example/x?token=[redacted]');
  expect(text + archive).not.toContain(password);
});

test.each([
  ['http://receiver:8080/hooks?a', 'receiver:8080'],
  ['HTTP://host.docker.internal/', 'host.docker.internal'],
])('refuses %s, and names the option that allows it', async (url, host) => {
  const { status, warning } = await register(url);
  expect([status, warning]).toEqual([
    422,
    `To register http://${host}, start the mock with --allow-receiver ${host} (\`allowReceivers\` of createMock).`,
  ]);
});

test.each(['ftp://receiver/', 'http://receiver:65536/', 'http://a:b@receiver/'])(
  'names no option for %s, which none allows',
  async (url) => {
    expect(await register(url)).toMatchObject({ status: 422, warning: null });
  },
);
