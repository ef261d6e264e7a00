import { expect, test, vi } from 'vitest';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { timeStamps } from '../clock.js';
import { Refusal } from '../refusal.js';
import { failureEnvelope } from './failure-envelope.js';

const stamps = timeStamps(manualClock('2026-06-15T12:00:00Z'));

test('a refusal becomes the envelope', () => {
  const refusal = new Refusal('CONFLICT', 'Stale.', {
    details: { reason: 'stale_version' },
    headers: { A: 'b' },
  });
  const response = failureEnvelope(refusal, stamps, vi.fn());
  expect(response).toMatchObject({ status: 409, headers: { A: 'b' } });
  expect(JSON.parse(response.body ?? '')).toEqual({
    success: false,
    timestamp: '2026-06-15T12:00:00Z',
    error: { code: 'CONFLICT', message: 'Stale.', details: { reason: 'stale_version' } },
  });
});

test('any other error becomes a 500 that shows the caller nothing, and the owner everything', () => {
  const onFault = vi.fn();
  const error = new Error('secret inner state');
  const response = failureEnvelope(error, stamps, onFault);
  expect(response.status).toBe(500);
  expect(JSON.parse(response.body ?? '').error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('failure-envelope');
  expect(onFault).toHaveBeenCalledWith(error);
});
