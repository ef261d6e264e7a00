import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request that came to a receiver of events. */
export interface Delivery {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte as it came. */
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Where the target reaches the receiver when it is not on this machine. */
export interface ReceiverAddress {
  /** As the target is told it; whoever runs the suite lets it lead to `port` of this machine. */
  readonly url: string;
  readonly port: number;
}

const largestBody = 256 * 1024;
/** Deliveries that are kept; a target that sends more floods. */
const mostDeliveries = 200;
const pollMs = 20;

/** Listens on this machine for events, at several mailboxes whose addresses nobody can guess. */
export async function createReceiver(address?: ReceiverAddress) {
  const deliveries = new Map<string, Delivery[]>();
  const failing = new Map<string, number>();
  let count = 0;
  const token = randomUUID();

  const server = createServer((incoming, outgoing) => {
    const box = incoming.url?.split(`/${token}/`)[1]?.split('?')[0];
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBody) chunks.push(chunk);
      else incoming.destroy();
    });
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      count += 1;
      if (box === undefined || count > mostDeliveries) return outgoing.writeHead(404).end();
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = Buffer.concat(chunks);
      const delivery = {
        method: incoming.method ?? '',
        headers,
        body,
        text: body.toString('utf8'),
        receivedAt: Date.now(),
      };
      deliveries.set(box, [...(deliveries.get(box) ?? []), delivery]);
      const failures = failing.get(box) ?? 0;
      failing.set(box, failures - 1);
      return outgoing.writeHead(failures > 0 ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address?.port ?? 0, '127.0.0.1', resolve);
  });
  // It does not keep the program alive.
  server.unref();
  const base = address?.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const received = (box: string): readonly Delivery[] => deliveries.get(box) ?? [];

  return {
    urlOf: (box: string) => `${base.replace(/\/$/, '')}/${token}/${box}`,
    /** Answers the next deliveries to a mailbox with 503. */
    fail: (box: string, times: number) => void failing.set(box, times),
    received,
    /** @returns the first delivery that is wanted, or undefined when none comes in time */
    async wait(
      box: string,
      isWanted: (delivery: Delivery, index: number) => boolean,
      milliseconds: number,
      signal: AbortSignal,
    ): Promise<Delivery | undefined> {
      const until = Date.now() + milliseconds;
      for (;;) {
        const found = received(box).find(isWanted);
        if (found || Date.now() >= until || signal.aborted) return found;
        await pause(pollMs);
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
