import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../src/generated/operations.js';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import { testBrowser } from '../../tests/support/test-browser.js';
import { isAllowed } from '../control/guard.js';
import type { MockOptions } from '../create-mock.js';
import { frontPage } from './front-page.js';

const serving = async (options: MockOptions = {}) => {
  const { mock, url } = await servedMock(options);
  const page = async (headers: Record<string, string> = {}) => (await fetch(url, { headers })).text();
  return { mock, url, page };
};

test('lists each operation', async () => {
  const { page } = await serving();
  const text = (await page()).replaceAll('&#39;', "'");
  for (const { operationId, summary } of operations) {
    expect(text.split(`<li id="${operationId}"`)).toHaveLength(2);
    expect(text).toContain(summary);
  }
});

test('responds to HEAD without a body, and to POST with 404', async () => {
  const { url } = await serving();
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '',
  ]);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('serves the document as JSON and YAML without a key', async () => {
  const { url } = await serving();
  const document = JSON.parse(readFileSync(new URL('../../dist/openapi.json', import.meta.url), 'utf8'));
  const json = await fetch(`${url}/openapi.json`);
  expect(json.headers.get('content-type')).toContain('application/json');
  expect(await json.json()).toEqual(document);
  const yaml = await fetch(`${url}/openapi.yaml`);
  expect(yaml.headers.get('content-type')).toContain('application/yaml');
  expect(parse(await yaml.text())).toEqual(document);
});

test('shows the names of ids that an empty dataset does not have', async () => {
  const { page } = await serving({ scenario: 'empty' });
  expect(await page()).toContain('data-target="/api/v1/commitments/detail/COMMITMENT_ID"');
});

test.each([
  ['data', 'with your bill, clock at'],
  ['default', 'with generated data, scenario <code>default</code>, clock at'],
])('names the contents of scenario %s', (scenario, contents) => {
  const page = { now: '2026-06-15T12:00:00Z', keys: null, keysHiddenReason: '', fixtures: {} };
  const control = { access: { kind: 'off', reason: '' }, scenario, scenarios: [] } as const;
  expect(frontPage({ ...page, control })).toContain(contents);
});

test('shows the test keys to a caller on this machine', async () => {
  const { page } = await serving();
  expect(await page({ 'sec-fetch-site': 'none' })).toContain('ccc_test_reader');
});

test.each<[string, Record<string, string>]>([
  ['a page of another allowed origin', { origin: 'http://localhost:5173' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a proxy that forwards a request of another machine', { 'x-forwarded-for': '192.0.2.1' }],
])('does not show keys to %s', async (_name, headers) => {
  const { page } = await serving();
  expect(await page(headers)).not.toContain('ccc_test');
});

test.each<[string, string, string | null, boolean]>([
  [
    'a page that reaches the mock by another host name (DNS rebinding)',
    'rebound.example',
    '127.0.0.1',
    false,
  ],
  ['another machine', '127.0.0.1:4010', '192.0.2.1', false],
  ['an unknown caller', '127.0.0.1:4010', null, false],
  ['a caller of a server that other machines can reach', '127.0.0.1:4010', '127.0.0.1', true],
])('does not show keys to %s', (_name, host, address, isExposed) => {
  const client = { kind: 'socket', address, isExposed } as const;
  const request = { method: 'GET', path: '/', query: '', headers: { host }, body: null, client };
  expect(isAllowed(request, null)).toBe(false);
});

test('does not show configured keys', async () => {
  const { page } = await serving({ keys: ['key-of-the-owner'] });
  const text = await page();
  expect(text).not.toContain('key-of-the-owner');
  expect(text).toContain('configured API keys');
});

test('sends the operation in the URL fragment, and one that is clicked', async (context) => {
  const { mock, url } = await serving();
  const browser = await testBrowser(context);
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  const consoleMessages: string[] = [];
  page.on('console', (message) => consoleMessages.push(message.text()));
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  // An invalid escape in a fragment is not an operation.
  await page.goto(`${url}/#%`);
  expect(errors).toEqual([]);
  await page.goto(`${url}/#listProviders`);
  await page.getByText('200 OK').waitFor();
  expect(await page.locator('.body').textContent()).toContain('"provider_id": "provider_a"');
  await page.getByRole('link', { name: '/api/v1/commitments/inventory' }).click();
  await page.getByText('"data": {').waitFor();
  expect(await page.locator('.call').count()).toBe(1);
  expect(await page.locator('.curl').textContent()).toBe(
    `curl -H 'Authorization: Bearer ccc_test_caller' '${url}/api/v1/commitments/inventory?instrument=ri'`,
  );
  // No horizontal overflow. A string, since `document` is an import of this module.
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(consoleMessages).toEqual([]);
  const targets = mock.control.journal().map(({ target }) => target);
  expect(targets).toEqual(['/', '/api/v1/providers', '/api/v1/commitments/inventory?instrument=ri']);
});
