import { TimeoutError } from '../errors/timeout-error.js';
import type { Layer } from '../layer.js';

const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Gives up a try after a while. It stands inside the retries, so each try has the whole time, and it
 * reads the body, so that an answer which never ends counts as late too.
 */
export function timeout(milliseconds: number): Layer {
  return (next) => async (request) => {
    const late = AbortSignal.timeout(milliseconds);
    try {
      const response = await next(new Request(request, { signal: AbortSignal.any([request.signal, late]) }));
      const body = bodilessStatuses.has(response.status) ? null : await response.arrayBuffer();
      // A redirect that the browser hides has status 0, which no new answer may have.
      return response.status === 0 ? response : new Response(body, response);
    } catch (error) {
      throw late.aborted && !request.signal.aborted
        ? new TimeoutError(milliseconds, { cause: error })
        : error;
    }
  };
}
