import { memoryRateLimitStore } from './memory-rate-limit-store.js';
import { expectRateLimitStore } from './testing/expect-rate-limit-store.js';

expectRateLimitStore(async (limit) => {
  const store = memoryRateLimitStore(limit, 60);
  return [store, store];
}, 100);
