import type { RateLimit } from '../stages/rate-limit.js';
import { digest } from './digest.js';
import type { RateLimitStore } from './rate-limit-store.js';
import type { RedisConnection } from './redis-connection.js';

/**
 * The algorithm of {@link memoryRateLimitStore}. A hash contains for each second the number of requests and the time
 * of the last one.
 * KEYS: seconds. ARGV: now, limit, window; times in milliseconds.
 * Returns: whether the request is admitted, the remaining requests, and the time of the oldest counted second.
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

-- Discards earlier requests if the clock was set back by more than a window.
local forget = now - window
if latest and latest.last > now + window then forget = latest.last end
local total, counted = 0, {}
for _, each in ipairs(seconds) do
  if each.last <= forget then
    redis.call('HDEL', KEYS[1], string.format('%.0f', each.second))
    if each == latest then latest = nil end
  else
    total = total + each.count
    table.insert(counted, each)
  end
end

local admitted = total < limit
if admitted then
  total = total + 1
  local second = math.floor(now / 1000)
  -- After the clock was set back, requests count towards the latest second.
  if not latest or latest.second < second then
    latest = { second = second, count = 0, last = now }
    table.insert(counted, latest)
  end
  latest.count, latest.last = latest.count + 1, math.max(latest.last, now)
  local text = string.format('%.0f %.0f', latest.count, latest.last)
  redis.call('HSET', KEYS[1], string.format('%.0f', latest.second), text)
end

local oldest = nil
for _, each in ipairs(counted) do oldest = math.min(oldest or each.last, each.last) end
return { admitted and 1 or 0, math.max(0, limit - total), oldest or now }
`;

/** A rate limit store that several servers share. */
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
