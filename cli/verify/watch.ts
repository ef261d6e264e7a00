import { on } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import type { VerdictName } from '../../conformance/engine/run-options.js';
import { isLoopback } from '../../conformance/engine/target/target-address.js';
import { type CommandIo, type Keyboard, UsageError } from '../command.js';

/** What a run leaves to do. */
export interface WatchedRun {
  readonly exitCode: number;
  /** The verdicts that failed or were blocked. */
  readonly unsuccessful: readonly VerdictName[];
}

/** Which verdicts to run: some, all, or those that the options select. */
export type Which = readonly VerdictName[] | 'all' | 'selected';

/** What to do next. */
type Next = 'failed' | 'all' | 'quit' | 'restarted';

interface Actions {
  run(which: Which): Promise<WatchedRun>;
  /** Waits until the server is ready. @throws {CannotStart} */
  untilReady(): Promise<void>;
}

/** Keys by their characters, as in Vitest. Ctrl-C sends no signal while single keys are read. */
const keys: Readonly<Record<string, Next>> = {
  ...{ r: 'failed', f: 'failed', '\r': 'failed', '\n': 'failed' },
  ...{ a: 'all', q: 'quit', '\u0003': 'quit' },
};

/** How often a server on this machine is connected to, without a request. */
const pollMs = 50;

/** The longest that a connection takes. */
const connectMs = 2000;

/** @throws {UsageError} if nobody can press keys */
export function keyboardOf({ stdin }: CommandIo, { plan }: { readonly plan?: boolean }): Keyboard {
  if (plan) throw new UsageError('--watch and --plan exclude each other. Remove one.');
  if (stdin?.isTTY) return stdin;
  throw new UsageError(
    '--watch reads keys, and standard input is not a terminal. In a script, run verify with --reporter json=report.json, then again with --last-failed report.json.',
  );
}

/**
 * Runs the checks, then again whenever the user presses a key or a server on this machine restarts, until the user
 * quits.
 *
 * @returns the exit code of the last run
 */
export async function watch(
  url: URL,
  keyboard: Keyboard,
  io: CommandIo,
  { run, untilReady }: Actions,
): Promise<number> {
  let last = await run('selected');
  for (;;) {
    if (io.signal.aborted) return last.exitCode;
    const { unsuccessful } = last;
    io.stderr.write(hintFor(unsuccessful.length));
    const next = await nextStep(url, keyboard, io);
    if (next === 'quit') return last.exitCode;
    try {
      if (next === 'restarted') await untilReady();
      last = await run(next === 'all' || unsuccessful.length === 0 ? 'all' : unsuccessful);
    } catch (error) {
      // The server may be back later.
      if (!(error instanceof CannotStart)) throw error;
      io.stderr.write(`${error.message}\n`);
    }
  }
}

function hintFor(unsuccessful: number): string {
  const what =
    unsuccessful > 0
      ? `r to run what failed or was blocked again (${unsuccessful}), a to run all`
      : 'r to run all again';
  return `\nPress ${what}, q to quit.\n`;
}

/** Waits for a key, for the server to restart, or for a signal. */
async function nextStep(url: URL, keyboard: Keyboard, io: CommandIo): Promise<Next> {
  const over = new AbortController();
  const signal = AbortSignal.any([io.signal, over.signal]);
  keyboard.setRawMode?.(true);
  keyboard.resume();
  try {
    const steps = [keyPressed(keyboard, signal), ...(isLoopback(url) ? [restarted(url, io, signal)] : [])];
    return await Promise.race(steps);
  } catch (error) {
    if (io.signal.aborted) return 'quit';
    throw error;
  } finally {
    over.abort();
    keyboard.setRawMode?.(false);
    keyboard.pause();
  }
}

async function keyPressed(keyboard: Keyboard, signal: AbortSignal): Promise<Next> {
  for await (const [typed] of on(keyboard, 'data', { signal, close: ['end', 'close'] })) {
    const next = [...String(typed)].map((key) => keys[key]).find((known) => known !== undefined);
    if (next !== undefined) return next;
  }
  return 'quit';
}

/** Resolves when the server accepts connections after it did not. */
async function restarted(url: URL, { stderr }: CommandIo, signal: AbortSignal): Promise<Next> {
  for (let wasUp = true; ; ) {
    const isUp = await accepts(url);
    if (isUp && !wasUp) return 'restarted';
    if (!isUp && wasUp) stderr.write(`${url.origin} is down. Waiting until it is back.\n`);
    wasUp = isUp;
    await delay(pollMs, undefined, { signal });
  }
}

/** Whether a server accepts connections. */
function accepts({ hostname, port, protocol }: URL): Promise<boolean> {
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: number, timeout: connectMs });
    const end = (isUp: boolean) => () => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
