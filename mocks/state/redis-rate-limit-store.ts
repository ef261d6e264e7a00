import type { RateLimit } from '../stages/rate-limit.js';
import { digest } from './digest.js';
import type { RateLimitStore } from './rate-limit-store.js';
import type { RedisConnection } from './redis-connection.js';

/**
 * The count of {@link memoryRateLimitStore}, in a hash of requests by second.
 * KEYS: counts. ARGV: second, limit, window. Returns: admitted, remaining, oldest second that counts.
 */
const take = `
local second, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local counts = redis.call('HGETALL', KEYS[1])
local total, oldest, latest = 0, nil, second
for index = 1, #counts, 2 do
  local at = tonumber(counts[index])
  if at < second - window then
    redis.call('HDEL', KEYS[1], counts[index])
  else
    total = total + tonumber(counts[index + 1])
    oldest, latest = math.min(oldest or at, at), math.max(latest, at)
  end
end
local admitted = total < limit
if admitted then
  -- A clock that was set back counts into the latest second it has seen.
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', latest), 1)
  total = total + 1
end
return { admitted and 1 or 0, math.max(0, limit - total), oldest or latest }
`;

/** Counts requests for all servers at once. */
export function redisRateLimitStore(
  connection: RedisConnection,
  keyOf: (part: string) => string,
  { limit, windowSeconds }: RateLimit,
): RateLimitStore {
  const run = connection.script<[number, number, number]>(take);
  return {
    async take(key, now) {
      const name = keyOf(`requests:${digest(key)}`);
      const [admitted, remaining, oldest] = await run([name], [Math.floor(now / 1000), limit, windowSeconds]);
      return {
        admitted: admitted === 1,
        remaining,
        resetSeconds: Math.max(1, Math.ceil(oldest + windowSeconds + 1 - now / 1000)),
      };
    },
  };
}
