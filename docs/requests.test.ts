import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMock } from '../mocks/index.js';
import { eventWarnings } from '../mocks/webhooks/event-warnings.js';
import { operations } from '../src/generated/operations.js';
import { curlRequests } from './testing/curl.js';
import { isEvent, requestsIn } from './testing/page-requests.js';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Everything that people read, by path. */
const pages = ['.', 'docs', 'mocks', 'conformance', 'src', 'spectral', 'tests']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder === 'docs' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, text }) => ({ path, text, ...requestsIn(text) }));

/** Pages whose other requests are not compared, with reasons. */
const excluded: readonly { path: RegExp; why: string }[] = [
  { path: /renamed-paths/, why: 'it has old paths; renamed-paths.test.ts compares them' },
];

/** A mock that refuses what the document does not have. */
const strictMock = () => createMock({ strictQuery: true, frozen: true });
const authorization = 'Bearer ccc_test_caller';

test.each(pages.filter(({ sent }) => sent.length > 0))(
  'the requests by curl are valid, or fail as shown: $path',
  async ({ sent }) => {
    const mock = await strictMock();
    for (const request of sent) {
      if (isEvent(request) || request.body?.startsWith('@')) continue;
      const { method, headers, body, url, shown } = request;
      const response = await mock.fetch(url.replace(/^(\$\w+|http:\/\/[^/]+)/, ''), {
        method,
        headers,
        body,
      });
      const text = await response.text();
      const requested = /code=(\d+)/.exec(headers.prefer ?? '')?.[1];
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      const isExpected =
        response.ok || String(response.status) === requested || (code && shown.includes(code));
      expect(isExpected, `${method} ${url}: ${response.status} ${text.slice(0, 300)}`).toBeTruthy();
      expect(response.headers.get('mock-warning'), url).toBeNull();
    }
  },
);

test.each(
  pages.filter(({ path, named }) => named.length > 0 && !excluded.some((one) => one.path.test(path))),
)('the other requests are of the document: $path', async ({ path, named }) => {
  const mock = await strictMock();
  for (const { method, target } of named.map(cleaned)) {
    const known = operations.filter((one) => pathOf(one.path).test(target.split('?')[0] ?? ''));
    const methods = known.map((one) => one.method.toUpperCase());
    expect(methods, `${method ?? ''} ${target} in ${path}`).toContain(method ?? methods[0] ?? 'an operation');
    if (!methods.includes(method ?? 'GET') || (method ?? 'GET') !== 'GET' || target.includes('{')) continue;
    const response = await mock.fetch(target, { headers: { authorization } });
    expect([target, response.status, response.headers.get('mock-warning')]).toEqual([target, 200, null]);
  }
});

test('pages send events', () => {
  const events = pages.flatMap((page) => page.events);
  expect(events.length).toBeGreaterThanOrEqual(3);
  // Every one was understood.
  const mentioned = pages.flatMap(({ text }) => text.match(/POST \$?\S*\/__mock\/events|\.emit\(/g) ?? []);
  expect(events).toHaveLength(mentioned.length);
});

test.each(pages.filter(({ events }) => events.length > 0))(
  'the document allows the events of $path',
  ({ events }) => {
    expect(events.flatMap(({ type, event }) => eventWarnings(type, event))).toEqual([]);
  },
);

test('reads commands as a shell does', () => {
  const commands = `A=1
curl -i "http://a/b?c=\\"d\\"" > e.json # a comment
curl -X PUT $MOCK/x \\
  -H 'A-Header: it''s' --data '{"a":
  1}' | head
echo curl`;
  expect(curlRequests(commands)).toEqual([
    { method: 'GET', url: 'http://a/b?c="d"', headers: {}, body: null },
    { method: 'PUT', url: '$MOCK/x', headers: { 'a-header': 'its' }, body: '{"a":\n  1}' },
  ]);
});

/** Without the end of a sentence and with a value for each placeholder of a format. */
function cleaned({ method, target }: { method: string | null; target: string }) {
  return { method, target: target.replace(/[.,:*]+$/, '').replaceAll(/%d/g, '1') };
}

/** Matches a path, also one with other names in braces. */
function pathOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}
