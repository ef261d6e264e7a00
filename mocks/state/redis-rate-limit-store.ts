import type { RateLimit } from '../stages/rate-limit.js';
import { digest } from './digest.js';
import type { RateLimitStore } from './rate-limit-store.js';
import type { RedisConnection } from './redis-connection.js';

/**
 * The count of {@link memoryRateLimitStore}, in a hash: by second how many requests came in it, and when
 * the last of them did.
 * KEYS: seconds. ARGV: now, limit, window, times in milliseconds.
 * Returns: whether it is admitted, how many are left, and when the oldest that counts came.
 */
const take = `
local now, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local seconds, latest = {}, nil
local stored = redis.call('HGETALL', KEYS[1])
for index = 1, #stored, 2 do
  local count, last = string.match(stored[index + 1], '^(%d+) (%d+)$')
  local each = { second = tonumber(stored[index]), count = tonumber(count), last = tonumber(last) }
  table.insert(seconds, each)
  if not latest or each.second > latest.second then latest = each end
end

-- A clock that was set back by more than a window has nothing to do with what came before.
local forget = now - window
if latest and latest.last > now + window then forget = latest.last end
local total, kept = 0, {}
for _, each in ipairs(seconds) do
  if each.last <= forget then
    redis.call('HDEL', KEYS[1], string.format('%.0f', each.second))
    if each == latest then latest = nil end
  else
    total = total + each.count
    table.insert(kept, each)
  end
end

local admitted = total < limit
if admitted then
  total = total + 1
  local second = math.floor(now / 1000)
  -- A clock that was set back counts into the latest second it has seen.
  if not latest or latest.second < second then
    latest = { second = second, count = 0, last = now }
    table.insert(kept, latest)
  end
  latest.count, latest.last = latest.count + 1, math.max(latest.last, now)
  local text = string.format('%.0f %.0f', latest.count, latest.last)
  redis.call('HSET', KEYS[1], string.format('%.0f', latest.second), text)
end

local oldest = nil
for _, each in ipairs(kept) do oldest = math.min(oldest or each.last, each.last) end
return { admitted and 1 or 0, math.max(0, limit - total), oldest or now }
`;

/** Counts requests for all servers at once. */
export function redisRateLimitStore(
  connection: RedisConnection,
  keyOf: (part: string) => string,
  { limit, windowSeconds }: RateLimit,
): RateLimitStore {
  const windowMs = windowSeconds * 1000;
  const run = connection.script<[number, number, number]>(take);
  return {
    async take(key, now) {
      const name = keyOf(`requests:${digest(key)}`);
      const [admitted, remaining, oldest] = await run([name], [now, limit, windowMs]);
      return {
        admitted: admitted === 1,
        remaining,
        resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
      };
    },
  };
}
