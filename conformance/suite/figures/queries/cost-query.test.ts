import { expect, test } from 'vitest';
import { withoutCredits } from './cost-query.js';

test('only the credits of provider_b are left out, also in the costs of all providers', () => {
  expect(withoutCredits('before', { id: 'provider_a' })).toEqual([]);
  expect(withoutCredits('before', { id: 'provider_b' })).toEqual(["ChargeCategory <> 'Credit'"]);
  expect(withoutCredits('before', null)).toEqual([
    "(provider_id <> 'provider_b' OR ChargeCategory <> 'Credit')",
  ]);
  expect(withoutCredits('after', { id: 'provider_b' })).toEqual([]);
});
