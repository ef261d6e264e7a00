import type { Pipeline } from '../pipeline.js';
import type { Client, MockRequest } from '../types.js';
import { badBody } from './bad-body.js';

/** Asked by method, as not every browser's requests tell whether there is a body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const program: Client = { kind: 'program' };

/** A server without a socket. A relative address is taken as one of the mock's own. */
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
    const sent = transfer && body !== null ? badBody(body, transfer) : body;
    return new Response(request.method === 'HEAD' ? null : sent, { status, headers });
  };
}

/** Rejects as soon as the caller gives up, however late the response is. */
async function unlessAborted<T>(response: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let giveUp = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([response, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
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
