import { NoResponse, type Sender } from './send.js';

/** A server without a socket: what many frameworks and the mock have, under the name of `fetch`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * Carries requests to a handler in the same process.
 *
 * @param timeoutMs for the whole of one exchange
 */
export function fetchSender(handler: FetchHandler, origin: URL, timeoutMs: number): Sender {
  const exchange = async (request: Request) => {
    const answer = await handler(request);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
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
        if (late.aborted) throw new NoResponse(`no whole answer within ${timeoutMs / 1000} s`, 'TIMEOUT');
        if (stop.aborted) throw new NoResponse('the run was stopped', 'ABORT_ERR');
        throw new NoResponse(`the handler broke: ${error instanceof Error ? error.message : String(error)}`);
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
