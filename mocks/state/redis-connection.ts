import type { Redis } from 'ioredis';
import { StateUnreachableError } from './shared-state.js';

/** A connection that mends itself; while it is broken, calls fail at once. */
export interface RedisConnection {
  /** Makes a Lua script callable. A call is one atomic step on the server. */
  script<Reply>(lua: string): (keys: readonly string[], args: readonly (string | number)[]) => Promise<Reply>;
  /** Calls back each time that the connection is there again. */
  onBack(callback: () => void): void;
  close(): Promise<void>;
}

const connectMs = 5000;
const responseMs = 5000;
const longestPauseMs = 1000;

/**
 * @param url `redis:` or `rediss:`
 * @throws {StateUnreachableError} when nothing that speaks Redis answers there, or ioredis is missing
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = await loadClient();
  const place = placeOf(url);
  let isJoined = false;
  let trouble: unknown;
  const redis = new Redis(url, {
    lazyConnect: true,
    disableClientInfo: true,
    connectTimeout: connectMs,
    commandTimeout: responseMs,
    // Nobody waits for a store that is away: the caller gets a 500, and may try again.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A script whose answer was lost may have run, so it is not sent again on its own account.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (tries) => (isJoined ? Math.min(tries * 50, longestPauseMs) : null),
  });
  const problem = (error: unknown) => {
    const known = redis.status === 'ready' ? error : (trouble ?? error);
    return new StateUnreachableError(
      `The state store at ${place.name} fails: ${withoutSecret(messageOf(known), place.secret)}`,
    );
  };
  redis.on('error', (error) => {
    trouble = error;
  });
  try {
    await redis.connect();
    isJoined = true;
  } catch (error) {
    redis.disconnect();
    throw problem(error);
  }
  let scripts = 0;
  return {
    script<Reply>(lua: string) {
      scripts += 1;
      const name = `costContract${scripts}`;
      redis.defineCommand(name, { lua });
      const call = (redis as unknown as Record<string, (...args: unknown[]) => Promise<Reply>>)[name];
      return (keys, args) =>
        (call as NonNullable<typeof call>).call(redis, keys.length, ...keys, ...args).catch((error) => {
          throw problem(error);
        });
    },
    onBack(callback) {
      redis.on('ready', callback);
    },
    async close() {
      redis.disconnect();
    },
  };
}

async function loadClient(): Promise<{ Redis: typeof Redis }> {
  try {
    // The package is CommonJS, whose names bundlers keep only on the default.
    return (await import('ioredis')).default;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StateUnreachableError('State in Redis needs its client: npm install --save-dev ioredis@5');
  }
}

/** Where the store is, as people may be told, and what they may not. */
function placeOf(url: string): { readonly name: string; readonly secret: string } {
  const { host, password } = new URL(url);
  return { name: host, secret: decodeURIComponent(password) };
}

/** A server that is no Redis may say what it was sent. */
function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '…');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
