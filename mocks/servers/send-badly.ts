import type { ServerResponse } from 'node:http';
import type { Transfer } from '../types.js';

/** How often a slow body goes on. */
const stepMs = 50;

/** Sends a body so that it does not arrive as it should; the headers have been sent. */
export function sendBadly(response: ServerResponse, body: Buffer, transfer: Transfer): void {
  switch (transfer.kind) {
    case 'drop':
      response.destroy();
      break;
    case 'truncate':
      // What has been promised in Content-Length does not come.
      response.write(body.subarray(0, transfer.bytes), () => response.destroy());
      break;
    case 'drip':
      drip(response, body, transfer.bytesPerSecond);
  }
}

function drip(response: ServerResponse, body: Buffer, bytesPerSecond: number): void {
  const start = performance.now();
  let sent = 0;
  const go = () => {
    if (response.destroyed) return;
    const due = Math.max(1, Math.floor(((performance.now() - start) / 1000) * bytesPerSecond));
    if (due > sent) response.write(body.subarray(sent, due));
    sent = Math.max(sent, due);
    if (sent >= body.length) response.end();
    else setTimeout(go, stepMs);
  };
  go();
}
