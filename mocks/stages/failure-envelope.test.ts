import { expect, test, vi } from 'vitest';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { HttpError } from '../http/http-error.js';
import { timeStamps } from '../session/clock.js';
import { failureEnvelope } from './failure-envelope.js';

const stamps = timeStamps(manualClock('2026-06-15T12:00:00Z'));

test('converts an HttpError to the envelope', () => {
  const httpError = new HttpError('CONFLICT', 'Stale.', {
    details: { reason: 'stale_version' },
    headers: { A: 'b' },
  });
  const response = failureEnvelope(httpError, stamps, vi.fn());
  expect(response).toMatchObject({ status: 409, headers: { A: 'b' } });
  expect(JSON.parse(response.body ?? '')).toEqual({
    success: false,
    timestamp: '2026-06-15T12:00:00Z',
    error: { code: 'CONFLICT', message: 'Stale.', details: { reason: 'stale_version' } },
  });
});

test('converts any other error to a 500 without details, and passes it to onError', () => {
  const onError = vi.fn();
  const error = new Error('secret inner state');
  const response = failureEnvelope(error, stamps, onError);
  expect(response.status).toBe(500);
  expect(JSON.parse(response.body ?? '').error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('failure-envelope');
  expect(onError).toHaveBeenCalledWith(error);
});
