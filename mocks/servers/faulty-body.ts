import type { Transfer } from '../types.js';

const stepMs = 50;

/**
 * Returns a response body with a fault, as `fetch` over a socket would receive it.
 *
 * @throws {TypeError} if the fault drops the connection
 */
export function faultyBody(body: string, transfer: Transfer): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  switch (transfer.kind) {
    case 'drop':
      throw new TypeError('fetch failed', {
        cause: new Error('The connection was dropped by a fault rule of the mock.'),
      });
    case 'truncate':
      return truncated(bytes, transfer.bytes);
    case 'drip':
      return dripping(bytes, transfer.bytesPerSecond);
  }
}

function truncated(bytes: Uint8Array, length: number): ReadableStream<Uint8Array> {
  let isSent = length === 0;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes.subarray(0, length));
      isSent = true;
    },
  });
}

function dripping(bytes: Uint8Array, bytesPerSecond: number): ReadableStream<Uint8Array> {
  const start = performance.now();
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      while (sent < bytes.length) {
        const due = Math.max(1, Math.floor(((performance.now() - start) / 1000) * bytesPerSecond));
        if (due > sent) {
          controller.enqueue(bytes.subarray(sent, due));
          sent = due;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, stepMs));
      }
      controller.close();
    },
  });
}
