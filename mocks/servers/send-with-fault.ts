import type { ServerResponse } from 'node:http';
import type { Transfer } from '../types.js';

/** Interval between the chunks of a slow body. */
const stepMs = 50;

/** Sends a body with a fault. The headers have been sent. */
export function sendWithFault(response: ServerResponse, body: Buffer, transfer: Transfer): void {
  switch (transfer.kind) {
    case 'drop':
      response.destroy();
      break;
    case 'truncate':
      // Shorter than Content-Length.
      response.write(body.subarray(0, transfer.bytes), () => response.destroy());
      break;
    case 'drip':
      drip(response, body, transfer.bytesPerSecond);
  }
}

function drip(response: ServerResponse, body: Buffer, bytesPerSecond: number): void {
  const start = performance.now();
  let sent = 0;
  const sendNext = () => {
    if (response.destroyed) return;
    const due = Math.max(1, Math.floor(((performance.now() - start) / 1000) * bytesPerSecond));
    if (due > sent) response.write(body.subarray(sent, due));
    sent = Math.max(sent, due);
    if (sent >= body.length) response.end();
    else setTimeout(sendNext, stepMs);
  };
  sendNext();
}
