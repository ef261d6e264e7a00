import type { Redact } from '../transport/redact-key.js';
import { CallError, type FailedCall } from './call-error.js';

/** The service could not be reached, or the connection closed before the response was complete. */
export class ConnectionError extends CallError {
  override readonly name = 'ConnectionError';
  /** The runtime's error code, such as `ECONNREFUSED`, or null. */
  declare readonly code: string | null;

  /**
   * @param url the URL of the request
   * @param reason the error thrown by `fetch`
   * @param redact removes the API key from what `fetch` reports
   */
  constructor(url: string, reason: unknown, call: FailedCall | undefined, redact: Redact) {
    const chain = causesOf(reason);
    const codes = chain.map((error) => (error as { code?: unknown }).code);
    const code = codes.find((value) => typeof value === 'string') ?? null;
    const why = redact(chain.map(({ message }) => message).join(': '));
    const message = `The connection to ${new URL(url).origin} failed (${why}).`;
    super(message, call, { code }, { cause: plain(chain[0], redact) });
  }
}

function causesOf(reason: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = reason; error instanceof Error && !chain.includes(error); error = error.cause)
    chain.push(error);
  return chain;
}

/** Copies the standard properties only: an injected `fetch` may attach its request, and with it the API key. */
function plain(error: Error | undefined, redact: Redact): Error | undefined {
  if (!error) return undefined;
  const { name, message, stack = '' } = error;
  return Object.assign(new Error(redact(message)), { name, stack: redact(stack) });
}
