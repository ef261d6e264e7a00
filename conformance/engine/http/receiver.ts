import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request that the webhook receiver received. */
export interface Delivery {
  readonly method: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The unchanged bytes of the body. */
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The address of the receiver for a target on another machine. */
export interface ReceiverAddress {
  /** URL for the target; the user of the suite forwards it to `port` of this machine. */
  readonly url: string;
  readonly port: number;
}

const maxBodyBytes = 256 * 1024;
/** Maximum number of stored deliveries, to limit memory use. */
const maxDeliveries = 200;
const pollMs = 20;

/** Receives webhook events on this machine, at several mailboxes with unguessable URLs. */
export class Receiver {
  readonly #deliveries = new Map<string, Delivery[]>();
  /** Number of further deliveries to reject, by mailbox. */
  readonly #failures = new Map<string, number>();
  readonly #token = randomUUID();
  readonly #server = createServer((...exchange) => this.#receive(...exchange));
  #count = 0;

  private constructor(readonly address: ReceiverAddress | undefined) {}

  static async listen(address?: ReceiverAddress): Promise<Receiver> {
    const receiver = new Receiver(address);
    const server = receiver.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address?.port ?? 0, '127.0.0.1', resolve);
    });
    server.unref();
    return receiver;
  }

  urlOf(box: string): string {
    const { port } = this.#server.address() as AddressInfo;
    const base = this.address?.url ?? `http://127.0.0.1:${port}`;
    return `${base.replace(/\/$/, '')}/${this.#token}/${box}`;
  }

  /** Rejects the next deliveries to a mailbox with 503. */
  fail(box: string, times: number): void {
    this.#failures.set(box, times);
  }

  received(box: string): readonly Delivery[] {
    return this.#deliveries.get(box) ?? [];
  }

  /** Waits for a delivery. Returns the first that matches, or undefined if there is none in time. */
  async wait(
    box: string,
    matches: (delivery: Delivery, index: number) => boolean,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<Delivery | undefined> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const found = this.received(box).find(matches);
      if (found || Date.now() >= until || signal.aborted) return found;
      await pause(pollMs);
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else incoming.destroy();
    });
    incoming.on('error', () => undefined);
    incoming.on('end', () => outgoing.writeHead(this.#store(incoming, Buffer.concat(chunks))).end());
  }

  /** @returns the status to respond with */
  #store({ url, method = '', headers }: IncomingMessage, body: Buffer): number {
    const box = url?.split(`/${this.#token}/`)[1]?.split('?')[0];
    this.#count += 1;
    if (box === undefined || this.#count > maxDeliveries) return 404;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const delivery: Delivery = {
      method,
      headers: Object.fromEntries(texts),
      body,
      text: body.toString('utf8'),
      receivedAt: Date.now(),
    };
    this.#deliveries.set(box, [...this.received(box), delivery]);
    const failures = this.#failures.get(box) ?? 0;
    this.#failures.set(box, failures - 1);
    return failures > 0 ? 503 : 204;
  }
}
