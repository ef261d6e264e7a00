import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { withKey } from '../../tests/support/mock/test-mock.js';
import type { FaultRule } from '../control/fault.js';
import { createMock } from '../create-mock.js';

const mock = await createMock();
const url = await mock.listen();
afterAll(() => mock.close());

const servers: [string, (path: string) => Promise<Response>][] = [
  ['a socket', (path) => withKey(fetch)(`${url}${path}`)],
  ['no socket', (path) => withKey(mock.fetch)(path)],
];

describe.each(servers)('over %s', (_name, send) => {
  beforeEach(() => mock.control.reset());

  const call = (fault: FaultRule) => {
    mock.control.setFaults([fault]);
    return send('/api/v1/providers');
  };
  const all = { operation: '*', count: 1 } as const;

  test('drop causes a network error and does not affect the next response', async () => {
    await expect(call({ ...all, kind: 'drop' })).rejects.toThrow(TypeError);
    expect((await send('/api/v1/providers')).status).toBe(200);
  });

  test.each([0, 10])('truncate after %d bytes makes reading the body fail', async (bytes) => {
    const response = await call({ ...all, kind: 'truncate', bytes });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test('drip sends the complete body slowly', async () => {
    const response = await call({ ...all, kind: 'drip', bytes_per_second: 2000 });
    const start = performance.now();
    expect(await response.json()).toMatchObject({ success: true });
    expect(performance.now() - start).toBeGreaterThan(50);
  });

  test('malformed returns a complete body that is not valid JSON', async () => {
    const response = await call({ ...all, kind: 'malformed' });
    const body = await response.text();
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
  });
});
