import type { Stage } from '../http/exchange.js';
import { readPrefer } from '../prism/prefer.js';
import { keyOf, type Replay } from '../replay/recording.js';

/** The response header that names the source of a response, sent while a recording is replayed. */
export const sourceHeader = 'Mock-Source';

/**
 * Returns recorded responses. A request that was not recorded, or that selects an example with `Prefer`, is passed on.
 *
 * @param otherSource the source of all other responses
 */
export function replay(recorded: Replay, otherSource: 'dataset' | 'prism'): Stage {
  const decoder = new TextDecoder();
  return (next) => async (exchange) => {
    const { query, body, headers } = exchange.request;
    const prefers = readPrefer(headers.prefer) !== null;
    const key = () => keyOf(exchange.matched, query, body === null ? '' : decoder.decode(body));
    const response = prefers ? undefined : recorded.next(key());
    exchange.headers[sourceHeader] = response ? 'recording' : otherSource;
    return response ?? next(exchange);
  };
}
