import { expect, test } from 'vitest';
import { createMock } from './create-mock.js';
import { sessionLimits, sharedWorldLimits } from './limits.js';

test('requests without a valid key open no session and leave no body behind', async () => {
  const mock = await createMock({ frozen: true });
  const url = await mock.listen();
  try {
    for (let i = 0; i < 20; i++) {
      const response = await fetch(`${url}/api/v1/webhooks/endpoints`, {
        method: 'POST',
        headers: { 'mock-session': `s${i % 4}`, authorization: 'Bearer nobody' },
        body: 'x'.repeat(60_000),
      });
      expect(response.status).toBe(401);
    }
    // They are in the journal that all share, and nowhere else.
    expect(mock.control.journal()).toHaveLength(20);
    expect(JSON.stringify(mock.control.har()).length).toBeLessThan(40_000);
    expect(mock.control.session('s1').journal()).toEqual([]);
  } finally {
    await mock.close();
  }
});

test('the sessions together hold little more than the world that all share', () => {
  const sum = (limits: object) => Object.values(limits).reduce((total, limit) => total + limit, 0);
  expect(100 * sum(sessionLimits)).toBeLessThanOrEqual(4 * sum(sharedWorldLimits));
});
