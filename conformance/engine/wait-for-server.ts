import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from './cannot-start.js';
import { createSender, NoResponse } from './http/send.js';
import { targetAddress } from './target/target-address.js';
import type { TargetApi } from './target/target-api.js';

export interface WaitOptions {
  /** URL of the server, without `/api/v1`. */
  readonly target: string;
  /** How long to wait, in seconds. */
  readonly seconds: number;
  /** Time limit of each request, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with a message when the wait begins and whenever its reason changes. */
  readonly onWait: (message: string) => void;
}

/** Statuses of a gateway whose server is not ready, and of a server that is starting. */
const notReady: readonly number[] = [502, 503, 504];

/** Codes of failures that end when the server, its container or its network has started. */
const passing: ReadonlySet<string | undefined> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'TIMEOUT'],
]);

const intervalMs = 500;

/**
 * Requests a path of the API, without an API key, until a response comes from the server itself. Returns also if the
 * failure is another one, such as an untrusted certificate, which the run then reports.
 *
 * @throws {CannotStart} if the URL cannot be used, the time is over or the signal is aborted
 */
export async function waitForServer(api: TargetApi, options: WaitOptions): Promise<void> {
  const { target, seconds, timeoutMs, signal, onWait } = options;
  const url = targetAddress(target, api.basePath);
  const { path } = api.cheapRead('anonymous');
  const endsAt = performance.now() + seconds * 1000;
  const leftMs = () => endsAt - performance.now();
  let reason: string | null = null;
  for (;;) {
    // In whole seconds, because the message states them.
    const limitMs = Math.min(timeoutMs, Math.ceil(leftMs() / 1000) * 1000);
    const next = await problemAt(url, path, limitMs, signal);
    expectRunning(url, signal);
    if (next === null) return;
    if (next !== reason) onWait(`Waiting up to ${seconds} s for ${url.origin}: ${next}.`);
    reason = next;
    await delay(Math.max(0, Math.min(intervalMs, leftMs())), undefined, { signal }).catch(() => undefined);
    expectRunning(url, signal);
    if (leftMs() <= 0) throw new CannotStart(`${url.origin} is not ready after ${seconds} s: ${reason}.`);
  }
}

function expectRunning({ origin }: URL, signal: AbortSignal): void {
  if (signal.aborted) throw new CannotStart(`Stopped while waiting for ${origin}.`);
}

/** @returns why the server is not ready, or null */
async function problemAt(
  url: URL,
  path: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  const sender = createSender(url, timeoutMs);
  const target = `${url.pathname.replace(/\/$/, '')}${path}`;
  try {
    const { status } = await sender.send({ method: 'GET', target, headers: {}, body: null }, signal);
    return notReady.includes(status) ? `it returns ${status}` : null;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return passing.has(error.code) ? error.message : null;
  } finally {
    sender.close();
  }
}
