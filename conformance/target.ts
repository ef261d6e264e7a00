import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createRedactor } from '../src/redaction/redact-secrets.js';
import { type CreatedEndpoint, CreatedEndpoints, removalOf } from './created-endpoints.js';
import {
  type Caller,
  type Exchange,
  isServed,
  isSuccess,
  keyVariables,
  type RequestPlan,
} from './http/exchange.js';
import { measure, parseBody } from './http/parse-body.js';
import {
  bodyLimit,
  createSender,
  NoAnswer,
  type Sender,
  tooLarge,
  type WireAnswer,
  type WireRequest,
} from './http/send.js';
import { createShownRedactor } from './redact-shown.js';
import { encodeSegment } from './requests.js';

export interface TargetOptions {
  readonly baseUrl: URL;
  /** Caller, stranger, and one that may be spent; the later ones may be missing. */
  readonly keys: readonly string[];
  readonly timeoutMs: number;
  /** Instead of sockets. */
  readonly sender?: Sender | undefined;
  /** Stops everything that has not been sent yet. */
  readonly signal: AbortSignal;
  /** Told when the run has to wait for something, in words for a person. */
  readonly onWait?: ((message: string) => void) | undefined;
}

/** What changes how one request is sent. */
export interface SendOptions {
  /** Send it even if an equal read has been answered already. */
  readonly again?: boolean;
  /** Do not wait for a free place, so that several are in flight at once. */
  readonly atOnce?: boolean;
  /** Take a 429 as the answer instead of waiting for the window to pass. */
  readonly keepLimit?: boolean;
  /** Keep a success out of the record: hundreds of the same tell nothing more. */
  readonly unrecorded?: boolean;
}

const atMost = 6;
/** Requests with one key in a minute: the contract's limit is 600, and others may use the key too. */
const perMinute = 560;
/** After this many requests without an answer, in a row or in all, nothing more is sent. */
const unansweredInARow = 5;
const unansweredInAll = 30;
/** Nor after this much was received: what is kept of it has to fit into memory. */
const mostBytes = 256 * 1024 * 1024;
const mostPartsInAll = 10_000_000;
/** Names and values that are read of one answer; each takes some 32 bytes beside the text. */
const mostParts = 1_000_000;
/** What is said of a request that was not sent any more to a server that has gone, or that floods. */
export const givenUp = 'the target was given up before';
/** The longest the run waits for a rate limit to pass, at once and in all, before it takes a 429 as it is. */
const longestWaitMs = 65_000;
const longestWaitsMs = 180_000;
/** How often it waits in a row without an answer to show for it. */
const mostVainWaits = 3;
/** A shorter key may be a word of the API's own; only a longer one shows that it is repeated. */
const tellingLength = 12;
/** What a write on its way may take once the run was stopped, and then the removal of what was created. */
const graceMs = 1000;

/** What a run would leave on the target if it ended now. */
export interface LeftBehind {
  /** Commands that remove it. */
  readonly removals: readonly string[];
  /** Writes of which nobody knows what they created. */
  readonly writesInFlight: number;
}

export type Target = ReturnType<typeof createTarget>;

/**
 * The server under test: sends requests, remembers every exchange, answers a read it has already
 * made from memory, stays under the rate limit, and knows what it created.
 */
export function createTarget({
  baseUrl,
  keys,
  timeoutMs,
  sender = createSender(baseUrl, timeoutMs),
  signal,
  onWait,
}: TargetOptions) {
  // Every request listens for the end of the run.
  setMaxListeners(0, signal);
  const prefix = baseUrl.pathname.replace(/\/$/, '');
  const redact = createShownRedactor(keys);
  const redactTelling = createRedactor(keys.filter(({ length }) => length >= tellingLength));
  const keyOf: Record<Caller, string | undefined> = {
    caller: keys[0],
    stranger: keys[1],
    spare: keys[2],
    nobody: undefined,
  };
  const exchanges: Exchange[] = [];
  const reads = new Map<string, Promise<Exchange>>();
  const created = new CreatedEndpoints();
  const address = `${baseUrl.origin}${prefix}`;
  const late = soonAfter(signal);
  let writesInFlight = 0;
  const sent: Record<Caller, number[]> = { caller: [], stranger: [], spare: [], nobody: [] };
  let running = 0;
  const waiting: (() => void)[] = [];
  let unanswered = 0;
  let everUnanswered = 0;
  let lastFailure = '';
  let received = 0;
  let receivedParts = 0;
  let vainWaits = 0;
  let waitedMs = 0;
  let limitUntil = 0;

  /**
   * @returns the exchange, with or without an answer; it never throws for what the server does
   * @throws {Error} when no key was given for who asks
   */
  function send(plan: RequestPlan, options: SendOptions = {}): Promise<Exchange> {
    if (plan.method !== 'GET' || options.again) return exchange(plan, options);
    const name = JSON.stringify([
      plan.path,
      plan.query,
      plan.headers,
      plan.body,
      plan.as,
      plan.authorization,
      plan.keySuffix,
      plan.scheme,
    ]);
    const known = reads.get(name);
    if (known) return known;
    const read = exchange(plan, options);
    reads.set(name, read);
    return read;
  }

  async function exchange(plan: RequestPlan, options: SendOptions): Promise<Exchange> {
    if (plan.as !== 'nobody' && keyOf[plan.as] === undefined)
      throw new Error(`No API key for the ${plan.as}.`);
    const search = plan.query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeSegment(value)}`)
      .join('&');
    const target = `${prefix}${plan.path}${search && `?${search}`}`;
    const bearer = (key: string | undefined) => `${plan.scheme ?? 'Bearer'} ${key}${plan.keySuffix ?? ''}`;
    const authorization = plan.as === 'nobody' ? plan.authorization : bearer(keyOf[plan.as]);
    const headers = {
      ...(plan.body === null ? {} : { 'content-type': 'application/json' }),
      ...plan.headers,
      ...(authorization === undefined ? {} : { authorization }),
    };
    const request: Exchange['request'] = {
      method: plan.method,
      url: `${baseUrl.origin}${target}`,
      path: plan.path,
      query: plan.query,
      // A curl line takes the key from the environment.
      headers: { ...headers, ...(plan.as !== 'nobody' && { authorization: bearer(keyVariables[plan.as]) }) },
      body: plan.body,
    };
    const finish = (response: Exchange['response'], failure: string | null, isTooLarge = false): Exchange => {
      const whole: Exchange = {
        operationId: plan.operationId,
        as: plan.as,
        beyond: plan.beyond === true,
        request,
        response,
        failure,
        ...(isTooLarge ? { tooLarge: true } : {}),
      };
      const kept = !(options.unrecorded && isSuccess(whole)) && (!signal.aborted || response);
      if (kept) exchanges.push(whole);
      created.note(whole);
      return whole;
    };

    if (!options.atOnce) await place();
    try {
      for (;;) {
        if (signal.aborted) return finish(null, 'the run was stopped');
        if (isGivenUp()) return finish(null, givenUp);
        if (!options.keepLimit) await underLimit(plan.as);
        sent[plan.as].push(Date.now());
        const started = performance.now();
        let answer: WireAnswer;
        try {
          const wire = { method: plan.method, target, headers, body: plan.body };
          answer = await (plan.method === 'GET' ? sender.send(wire, signal) : sendWrite(wire));
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          if (error.code === tooLarge) {
            // A long list is long; only a flood of such answers is too much.
            received += bodyLimit;
            return finish(null, error.message, true);
          }
          if (!signal.aborted) unserved(error.message);
          return finish(null, error.message);
        }
        const { parts } = measure(answer.body);
        received += answer.body.length;
        receivedParts += Math.min(parts, mostParts);
        if (parts > mostParts) {
          const isLong = answer.status >= 200 && answer.status < 300;
          return finish(null, 'the body holds more than a million names and values', isLong);
        }
        const durationMs = performance.now() - started;
        if (answer.status !== 429) vainWaits = 0;
        else if (!options.keepLimit && mayWait()) {
          const seconds = Number(answer.headers['retry-after'] ?? 60);
          const wait = Math.min(Number.isFinite(seconds) ? seconds * 1000 : longestWaitMs, longestWaitMs);
          const from = Math.max(limitUntil, Date.now());
          limitUntil = Math.max(limitUntil, Date.now() + wait);
          waitedMs += limitUntil - from;
          continue;
        }
        const { status, headers: answered, body } = answer;
        const repeatsKey = [body, ...Object.entries(answered).flat()].some(
          (text) => redactTelling(text) !== text,
        );
        const whole = finish(
          { status, headers: answered, body, json: parseBody(body), durationMs, repeatsKey },
          null,
        );
        if (isServed(whole)) unanswered = 0;
        else unserved(`status ${answer.status} from a proxy before it`);
        return whole;
      }
    } finally {
      if (!options.atOnce) release();
    }
  }

  function unserved(why: string): void {
    unanswered += 1;
    everUnanswered += 1;
    lastFailure = why;
  }

  function isFlooded(): boolean {
    return received > mostBytes || receivedParts > mostPartsInAll;
  }

  function isGivenUp(): boolean {
    return unanswered >= unansweredInARow || everUnanswered >= unansweredInAll || isFlooded();
  }

  /** Requests that are refused while one waits already are part of the same wait. */
  function mayWait(): boolean {
    if (Date.now() < limitUntil) return true;
    vainWaits += 1;
    return vainWaits <= mostVainWaits && waitedMs < longestWaitsMs;
  }

  async function place(): Promise<void> {
    if (running >= atMost) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function underLimit(as: Caller): Promise<void> {
    const now = Date.now();
    const recent = sent[as].filter((at) => now - at < 60_000);
    const full =
      as !== 'nobody' && recent.length >= perMinute ? (recent[recent.length - perMinute] ?? now) + 60_000 : 0;
    const until = Math.max(limitUntil, full);
    if (until <= now) return;
    onWait?.(`waiting ${Math.ceil((until - now) / 1000)} s for the rate limit to pass`);
    await pause(until - now, undefined, { signal }).catch(() => undefined);
  }

  /** A write on its way is waited for a little, so that what it creates can be removed. */
  async function sendWrite(wire: WireRequest): Promise<WireAnswer> {
    writesInFlight += 1;
    let isCutOff = false;
    try {
      return await sender.send(wire, late);
    } catch (error) {
      isCutOff = late.aborted;
      throw error;
    } finally {
      // One that was cut off may have created something all the same, and stays counted.
      if (!isCutOff) writesInFlight -= 1;
    }
  }

  async function remove({ as, path }: CreatedEndpoint, end: AbortSignal): Promise<number | null> {
    sent[as].push(Date.now());
    const headers = { authorization: `Bearer ${keyOf[as]}` };
    try {
      const wire = { method: 'DELETE', target: `${prefix}${path}`, headers, body: null };
      return (await sender.send(wire, end)).status;
    } catch {
      return null;
    }
  }

  return {
    send,
    /** Every exchange so far, in the order in which they ended. */
    exchanges: exchanges as readonly Exchange[],
    /** Whether a key was given for this caller. */
    has: (as: Caller) => as === 'nobody' || keyOf[as] !== undefined,
    /**
     * Sends what is no request to the API, such as one that causes an event: without a key, and
     * nobody judges the answer.
     *
     * @param url relative to the target, or of another server on this machine
     * @returns the status; null when no answer came
     */
    async sendAside(method: string, url: string, body: unknown): Promise<number | null> {
      const place = new URL(url, baseUrl);
      const isOwn = place.origin === baseUrl.origin;
      if (!isOwn && !isLoopback(place)) return null;
      const carrier = isOwn ? sender : createSender(place, timeoutMs);
      const wire = {
        method,
        target: `${place.pathname}${place.search}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      try {
        return (await carrier.send(wire, signal)).status;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return null;
      } finally {
        if (!isOwn) carrier.close();
      }
    },
    /** Takes API keys out of a text that is shown. */
    redact,
    /** Requests sent so far. */
    count: (as: Caller) => sent[as].length,
    /** What the server did, and how that showed, once it was given up and nothing more is sent. */
    gone: (): { did: string; why: string } | undefined => {
      if (!isGivenUp()) return undefined;
      return isFlooded()
        ? { did: 'sent too much', why: 'more came from it than fits into memory' }
        : { did: 'stopped answering', why: lastFailure };
    },
    isLoopback: isLoopback(baseUrl),
    signal,
    /** What this run created and has not removed. */
    left: (): LeftBehind => ({
      removals: created.left.map((endpoint) =>
        removalOf({ ...endpoint, path: redact(endpoint.path) }, redact(address)),
      ),
      writesInFlight,
    }),
    /** Removes what this run created and did not remove; works after the run was stopped too, for a moment. */
    async cleanUp(): Promise<void> {
      // One that only sent too much can still be told to remove what is left.
      if (isGivenUp() && !isFlooded()) return;
      const end = soonAfter(signal);
      await created.removeAll((endpoint) => remove(endpoint, end));
    },
    close: () => sender.close(),
  };
}

/** Aborted a moment after the run was stopped: what cleans up may take that long. */
function soonAfter(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(graceMs);
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), graceMs).unref(), {
    once: true,
  });
  return late.signal;
}

/** @returns whether a URL names this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
