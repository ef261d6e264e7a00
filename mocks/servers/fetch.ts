import type { Client, MockRequest, Pipeline } from '../types.js';
import { faultyChunks } from './faulty-chunks.js';

/** Checked by method, since `Request.body` is not available in every browser. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const program: Client = { kind: 'program' };

/** Creates a `fetch` that calls the pipeline without a socket. Accepts relative URLs. */
export function fetchServer(
  handle: Pipeline,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(
      typeof input === 'string' ? new URL(input, 'http://mock.invalid') : input,
      init,
    );
    request.signal.throwIfAborted();
    const { status, headers, body, transfer } = await unlessAborted(
      handle(await toMockRequest(request)),
      request.signal,
    );
    if (transfer?.kind === 'drop') {
      throw new TypeError('fetch failed', {
        cause: new Error('The connection was dropped by a fault rule of the mock.'),
      });
    }
    const sent = transfer && body !== null ? streamOf(faultyChunks(body, transfer)) : body;
    return new Response(request.method === 'HEAD' ? null : sent, { status, headers });
  };
}

/** `ReadableStream.from`, which not every browser has. */
function streamOf(chunks: AsyncIterator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Rejects as soon as the caller aborts the request. */
async function unlessAborted<T>(response: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([response, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function toMockRequest(request: Request): Promise<MockRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: bodiless.has(request.method) ? null : new Uint8Array(await request.arrayBuffer()),
    client: program,
  };
}
