import { NoResponse, type Sender } from './send.js';

/** A server without a socket: the `fetch` method of the mock and of many frameworks. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * Creates a sender that calls a handler in the same process.
 *
 * @param timeoutMs time limit of each exchange
 */
export function fetchSender(handler: FetchHandler, origin: URL, timeoutMs: number): Sender {
  const exchange = async (request: Request) => {
    const response = await handler(request);
    const { status, headers } = response;
    return { status, headers: Object.fromEntries(headers), body: await response.text() };
  };
  return {
    async send({ method, target, headers, body }, signal) {
      const late = AbortSignal.timeout(timeoutMs);
      const stop = signal ? AbortSignal.any([signal, late]) : late;
      const request = new Request(`${origin.origin}${target}`, {
        method,
        headers: { accept: 'application/json', ...headers },
        body,
        signal: stop,
      });
      try {
        return await Promise.race([exchange(request), whenAborted(stop)]);
      } catch (error) {
        if (late.aborted)
          throw new NoResponse(`no complete response within ${timeoutMs / 1000} s`, 'TIMEOUT');
        if (stop.aborted) throw new NoResponse('the run was stopped', 'ABORT_ERR');
        throw new NoResponse(
          `the handler threw an error: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
    close: () => undefined,
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
