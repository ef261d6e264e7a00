import { CallError, type FailedCall } from './call-error.js';

/** The service could not be reached, or the connection closed before the response was complete. */
export class ConnectionError extends CallError {
  override readonly name = 'ConnectionError';
  /** The runtime's error code, such as `ECONNREFUSED`, or null. */
  readonly code: string | null;

  /**
   * @param url the URL of the request
   * @param reason the error thrown by `fetch`
   */
  constructor(url: string, reason: unknown, call?: FailedCall) {
    const chain = causesOf(reason);
    const code = chain
      .map((error) => (error as { code?: unknown }).code)
      .find((value) => typeof value === 'string');
    const why = chain.map(({ message }) => message).join(': ');
    const message = `The connection to ${new URL(url).origin} failed (${why}).`;
    super(message, call, null, { cause: plain(chain[0]) });
    this.code = (code as string | undefined) ?? null;
  }
}

function causesOf(reason: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = reason; error instanceof Error && !chain.includes(error); error = error.cause)
    chain.push(error);
  return chain;
}

/** Copies the standard properties only: an injected `fetch` may attach its request, and with it the API key. */
function plain(error: Error | undefined): Error | undefined {
  return error && Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
}
