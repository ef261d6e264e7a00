import { expect, test } from 'vitest';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock } from '../create-mock.js';

const mock = await createMock({ engine: 'prism', rateLimit: 100_000 });

const call = (path: string, init: RequestInit = {}) => withKey(validated(mock.fetch))(path, init);

test('dynamic=true generates a response that conforms to the document', async () => {
  expect((await call('/api/v1/commitments', { headers: { prefer: 'dynamic=true' } })).status).toBe(200);
});

test('returns the Deprecation header of RFC 9745, not that of Prism', async () => {
  expect((await call('/api/v1/commitments/coverage')).headers.get('deprecation')).toMatch(/^@\d+$/);
});

test('does not mark a write without an idempotency key as replayed', async () => {
  const response = await call('/api/v1/webhooks/endpoints/whe-3c9d', { method: 'DELETE' });
  expect(response.headers.has('idempotent-replayed')).toBe(false);
});
