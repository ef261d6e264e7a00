import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';
import { createMock, type MockOptions } from '../create-mock.js';
import { bodyLimitBytes, maxUploadBytes } from '../settings/limits.js';
import type { Settings } from '../settings/settings.js';
import type { MockRequest } from '../types.js';
import { bodyLimitOf, createBillUpload } from './bill-upload.js';

const costs = new URL('../../docs/examples/bill/costs.csv', import.meta.url);
const headers = { authorization: 'Bearer ccc_test_caller' };
const folder = temporaryFolder('upload');

// Removed after each test by the configuration.
beforeEach(() => void vi.stubEnv('TMPDIR', folder));

const serving = async (options: MockOptions = {}) => {
  const { mock, url } = await servedMock(options);
  const put = async (body: BodyInit, sent: Record<string, string> = {}) => {
    const response = await fetch(`${url}/__mock/data`, { method: 'PUT', body, headers: sent });
    return { status: response.status, body: (await response.json()) as any };
  };
  const summary = async (own = mock) =>
    (await (await own.fetch('/api/v1/costs/summary', { headers })).json()) as any;
  return { mock, put, summary };
};

test('serves a bill as if the mock had been started with it', { timeout: 30_000 }, async () => {
  const { mock, put, summary } = await serving({ frozen: true });
  mock.control.setFaults([{ operation: 'listProviders', kind: 'drop', nth: 9 }]);
  mock.control.session('before');
  const { status, body } = await put(gzipSync(readFileSync(costs)));
  expect(body).toMatchObject({
    scenario: 'data',
    clock: { now: '2026-07-02T00:00:00.000Z', frozen: true },
    data: { files: ['bill.csv.gz'], rows: 24 },
  });
  expect(status).toBe(200);
  expect(mock.data).toMatchObject({ rows: 24 });
  expect(mock.control.faults()).toHaveLength(1);
  expect(mock.control.sessions()).toEqual([]);
  const started = await createMock({ data: costs.pathname, frozen: true });
  expect((await summary()).data).toEqual((await summary(started)).data);
  expect(mock.control.session('after').scenario()).toBe('data');
  mock.control.setScenario('empty');
  mock.control.reset();
  expect(mock.control.scenario()).toBe('data');
  expect(() => mock.control.restore(started.control.snapshot())).not.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses what is not a bill, and serves what it served before', async () => {
  const { mock, put, summary } = await serving({ frozen: true });
  const before = await summary();
  const { status, body } = await put(`name,cost\n${'a,1\n'.repeat(500_000)}`);
  expect(status).toBe(400);
  expect(body.error).toMatch(/^bill\.csv/);
  expect(body.error).not.toContain(folder);
  expect((await put('')).body.error).toContain('Send a FOCUS export as the body');
  expect([mock.control.scenario(), mock.data]).toEqual(['default', null]);
  expect((await summary()).data).toEqual(before.data);
  expect(readdirSync(folder)).toEqual([]);
});

test('reads one bill at a time', { timeout: 30_000 }, async () => {
  const { put } = await serving();
  const bill = readFileSync(costs);
  const results = await Promise.all([put(bill), put(bill)]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await put(bill)).status).toBe(200);
});

test('refuses a bill of a web page', async () => {
  const { mock, put } = await serving();
  expect((await put(readFileSync(costs), { origin: 'http://localhost:5173' })).status).toBe(403);
  expect(mock.data).toBeNull();
});

test('refuses a bill where the state is shared, with prism, and beyond the limit', async () => {
  const load = (isShared: boolean, engine: unknown, bytes: number) =>
    createBillUpload({ engine } as Settings, isShared, () => undefined).load(new Uint8Array(bytes));
  await expect(load(true, null, 1)).rejects.toMatchObject({ status: 409 });
  await expect(load(false, () => undefined, 1)).rejects.toThrow('--engine prism');
  await expect(load(false, null, maxUploadBytes + 1)).rejects.toMatchObject({
    status: 413,
    message: 'The bill is larger than 64 MiB. Start the mock with --data FILE.',
  });
});

const client = { kind: 'socket', address: '127.0.0.1', isExposed: false } as const;
const upload: MockRequest = {
  method: 'PUT',
  path: '/__mock/data',
  query: '',
  headers: { host: '127.0.0.1:4010' },
  body: null,
  client,
};
const open = { isControlled: true, controlToken: null };

test('a server reads a long body of a caller that may send a bill', () => {
  expect(bodyLimitOf(upload, open)).toBe(maxUploadBytes);
  const withToken = { ...upload, headers: { authorization: 'Bearer open-sesame' } };
  expect(bodyLimitOf(withToken, { isControlled: true, controlToken: 'open-sesame' })).toBe(maxUploadBytes);
});

test.each<[string, Partial<MockRequest>, Partial<Pick<Settings, 'isControlled' | 'controlToken'>>]>([
  ['another path', { path: '/__mock/restore' }, {}],
  ['a path of the API', { path: '/api/v1/webhooks/endpoints' }, {}],
  ['a web page', { headers: { host: '127.0.0.1:4010', origin: 'https://page.example' } }, {}],
  ['a page that reaches the mock by another name', { headers: { host: 'rebound.example' } }, {}],
  ['another machine', { client: { ...client, address: '192.0.2.1' } }, {}],
  ['a caller of a server that others can reach', { client: { ...client, isExposed: true } }, {}],
  ['a caller without the token', {}, { controlToken: 'open-sesame' }],
  ['a mock without control plane', {}, { isControlled: false }],
])('a server reads no long body for %s', (_name, parts, settings) => {
  expect(bodyLimitOf({ ...upload, ...parts }, { ...open, ...settings })).toBe(bodyLimitBytes);
});
