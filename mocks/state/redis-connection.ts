import type { Redis } from 'ioredis';
import { StateUnreachableError } from './shared-state.js';

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

const connectMs = 5000;
const responseMs = 5000;
const maxRetryDelayMs = 1000;

/**
 * Opens a connection that reconnects automatically. While it is down, calls fail immediately.
 *
 * @param url `redis:` or `rediss:`
 * @throws {StateUnreachableError} if no Redis server responds or ioredis is not installed
 */
export async function connectRedis(url: string) {
  const { Redis } = await loadClient();
  const place = placeOf(url);
  let isConnected = false;
  let lastError: unknown;
  const redis = new Redis(url, {
    lazyConnect: true,
    disableClientInfo: true,
    connectTimeout: connectMs,
    commandTimeout: responseMs,
    // Requests fail with 500 while the store is unreachable, instead of waiting for it.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A script whose reply was lost may have run.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempts) => (isConnected ? Math.min(attempts * 50, maxRetryDelayMs) : null),
  });
  const problem = (error: unknown) => {
    const cause = redis.status === 'ready' ? error : (lastError ?? error);
    return new StateUnreachableError(
      `Cannot use the state store at ${place.host}: ${withoutSecret(messageOf(cause), place.secret)}`,
    );
  };
  redis.on('error', (error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    isConnected = true;
  } catch (error) {
    redis.disconnect();
    throw problem(error);
  }
  let scripts = 0;
  return {
    /** Registers a Lua script. A call runs atomically on the server. */
    script<Reply>(lua: string) {
      scripts += 1;
      const name = `costContract${scripts}`;
      redis.defineCommand(name, { lua });
      const call = (redis as unknown as Record<string, (...args: unknown[]) => Promise<Reply>>)[name];
      return (keys: readonly string[], args: readonly (string | number)[]) =>
        (call as NonNullable<typeof call>).call(redis, keys.length, ...keys, ...args).catch((error) => {
          throw problem(error);
        });
    },
    /** Registers a callback for each reconnection. */
    onReconnect(callback: () => void): void {
      redis.on('ready', callback);
    },
    async close(): Promise<void> {
      redis.disconnect();
    },
  };
}

async function loadClient(): Promise<{ Redis: typeof Redis }> {
  try {
    // ioredis is CommonJS; bundlers preserve its names only on the default export.
    return (await import('ioredis')).default;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StateUnreachableError('redisState requires ioredis: npm install --save-dev ioredis@5');
  }
}

/** The host, for messages, and the password, which they must not contain. */
function placeOf(url: string): { readonly host: string; readonly secret: string } {
  const { host, password } = new URL(url);
  return { host, secret: decodeURIComponent(password) };
}

/** A server other than Redis may echo its input. */
function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '…');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
