import { expect, test, vi } from 'vitest';
import { answerOf, exchangeOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { timeStamps } from '../clock.js';
import { Refusal } from '../refusal.js';
import { failureEnvelope } from './failure-envelope.js';

const stamps = timeStamps(manualClock('2026-06-15T12:00:00Z'));
const exchange = () => exchangeOf('GET /api/v1/providers');
const refusal = new Refusal('CONFLICT', 'Stale.', {
  details: { reason: 'stale_version' },
  headers: { A: 'b' },
});

test.each([
  [
    'thrown',
    () => {
      throw refusal;
    },
  ],
  ['rejected', () => Promise.reject(refusal)],
])('a refusal that is %s becomes the envelope', async (_name, next) => {
  const answer = await answerOf(failureEnvelope(stamps, vi.fn()), exchange(), next);
  expect(answer).toMatchObject({ status: 409, headers: { A: 'b' } });
  expect(JSON.parse(answer.body ?? '')).toEqual({
    success: false,
    timestamp: '2026-06-15T12:00:00Z',
    error: { code: 'CONFLICT', message: 'Stale.', details: { reason: 'stale_version' } },
  });
});

test('any other error becomes a 500 that tells the caller nothing, and the owner everything', async () => {
  const onFault = vi.fn();
  const error = new Error('secret inner state');
  const answer = await answerOf(failureEnvelope(stamps, onFault), exchange(), () => {
    throw error;
  });
  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.body ?? '').error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(answer.body).not.toContain('secret');
  expect(answer.body).not.toContain('failure-envelope');
  expect(onFault).toHaveBeenCalledWith(error);
});
