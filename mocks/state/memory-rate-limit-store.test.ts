import { expectRateLimitStore } from '../../tests/support/state/expect-rate-limit-store.js';
import { memoryRateLimitStore } from './memory-rate-limit-store.js';

expectRateLimitStore(async (limit) => {
  const store = memoryRateLimitStore(limit, 60);
  return [store, store];
}, 100);
