import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultRule } from '../control/fault.js';
import { createMock, type Mock } from '../create-mock.js';

const authorization = 'Bearer ccc_test_caller';
let mock: Mock;
let url: string;
beforeAll(async () => {
  mock = await createMock();
  url = await mock.listen();
});
afterAll(() => mock.close());

const servers: [string, (path: string, init: RequestInit) => Promise<Response>][] = [
  ['a socket', (path, init) => fetch(`${url}${path}`, init)],
  ['no socket', (path, init) => mock.fetch(path, init)],
];

describe.each(servers)('over %s', (_name, send) => {
  beforeEach(() => mock.control.reset());

  const call = (fault: FaultRule) => {
    mock.control.setFaults([fault]);
    return send('/api/v1/providers', { headers: { authorization } });
  };
  const all = { operation: '*', count: 1 } as const;

  test('a dropped connection is a network error, and the next answer is whole', async () => {
    await expect(call({ ...all, kind: 'drop' })).rejects.toThrow(TypeError);
    expect((await send('/api/v1/providers', { headers: { authorization } })).status).toBe(200);
  });

  test.each([0, 10])('of a body that is cut after %d bytes the rest never comes', async (bytes) => {
    const response = await call({ ...all, kind: 'truncate', bytes });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test('a slow body comes whole', async () => {
    const response = await call({ ...all, kind: 'drip', bytes_per_second: 2000 });
    const start = performance.now();
    expect(await response.json()).toMatchObject({ success: true });
    expect(performance.now() - start).toBeGreaterThan(50);
  });

  test('a malformed body is complete, and no JSON', async () => {
    const response = await call({ ...all, kind: 'malformed' });
    const body = await response.text();
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
  });
});
