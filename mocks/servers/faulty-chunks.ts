import type { TransferFault } from '../control/fault.js';

const stepMs = 50;

/** The chunks of a body with a fault: slow ones, or one and then an error. */
export async function* faultyChunks(
  body: string,
  fault: Exclude<TransferFault, { kind: 'drop' }>,
): AsyncGenerator<Uint8Array, void> {
  const bytes = new TextEncoder().encode(body);
  if (fault.kind === 'truncate') {
    yield bytes.subarray(0, fault.bytes);
    throw new TypeError('terminated');
  }
  const start = performance.now();
  let sent = 0;
  while (sent < bytes.length) {
    const due = Math.max(1, Math.floor(((performance.now() - start) / 1000) * fault.bytes_per_second));
    if (due > sent) {
      yield bytes.subarray(sent, due);
      sent = due;
    } else {
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
  }
}
