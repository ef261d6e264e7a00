import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Report } from '../report.js';
import type { Result } from '../result.js';
import { createCaptures } from './capture.js';
import { ExchangeRecorder } from './exchange-recorder.js';
import { Forwarder, type Observer } from './forward.js';
import { harEntry } from './har-entry.js';
import type { RawExchange } from './raw-exchange.js';
import { StrictServer } from './strict-server.js';
import type { TrafficOptions } from './traffic-judge.js';
import type { UpstreamFailure } from './upstream-failure.js';
import { apiPrefix, TrafficWatch } from './watch-traffic.js';

export interface ProxyOptions extends TrafficOptions {
  /** The server that responds: what stands before `/api/v1`. */
  readonly target: URL;
  /** Told of faults, of each kind when it first shows. */
  readonly onFault?: (results: readonly Result[]) => void;
  /** Told once when the server cannot be reached, and again after it was. */
  readonly onUnreachable?: (error: Error) => void;
  /** Given each exchange with the API as an entry of an HTTP archive, without keys. */
  readonly onEntry?: (entry: object) => void;
}

export interface Proxy {
  /** @returns the address, such as `http://127.0.0.1:4020` */
  listen(options: { port: number; host?: string }): Promise<string>;
  /** Ends it, and judges what is left. */
  close(): Promise<Report>;
}

/**
 * Stands in front of a server: forwards everything as it is, and judges what passes by.
 *
 * @throws {CannotStart} when an option names no check
 */
export function createProxy(options: ProxyOptions): Proxy {
  return new JudgingProxy(options);
}

class JudgingProxy implements Proxy {
  readonly #server = new StrictServer((...exchange) => this.#forward(...exchange));
  readonly #forwarder: Forwarder;
  readonly #traffic: TrafficWatch;
  readonly #capture = createCaptures();
  /** Exchanges that have passed and wait to be judged. */
  readonly #waiting = new Set<Promise<void>>();
  /** What the target's address has before `/api/v1`. */
  readonly #prefix: string;
  #wasReached = true;

  constructor(readonly options: ProxyOptions) {
    const { target } = options;
    this.#prefix = target.pathname.replace(/\/$/, '');
    this.#forwarder = new Forwarder(target);
    const baseUrl = `${target.origin}${this.#prefix}`;
    this.#traffic = new TrafficWatch({ ...options, baseUrl, showsKeys: true });
  }

  listen({ port, host = '127.0.0.1' }: { port: number; host?: string }): Promise<string> {
    return this.#server.listen(port, host);
  }

  async close(): Promise<Report> {
    await this.#server.close();
    await Promise.all(this.#waiting);
    return this.#traffic.report();
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/' } = incoming;
    const own = url === '*' ? url : `${this.#prefix}${url}`;
    const observer = url.startsWith(`${apiPrefix}/`) ? this.#recorder(incoming, own) : this.#bystander;
    this.#forwarder.forward(incoming, outgoing, own, observer);
  }

  /** Looks on where an exchange is not the API's. */
  readonly #bystander: Observer = {
    request: () => undefined,
    response: () => undefined,
    body: () => undefined,
    end: (...how) => this.#noteReach(...how),
  };

  #recorder(incoming: IncomingMessage, target: string): Observer {
    const url = `${this.options.target.origin}${target}`;
    return new ExchangeRecorder(incoming, url, this.#capture, (raw, ...how) => {
      this.#noteReach(...how);
      const judged = new Promise<void>((resolve) => {
        // The client has its response by then.
        setImmediate(() => resolve(this.#judge(raw)));
      }).finally(() => this.#waiting.delete(judged));
      this.#waiting.add(judged);
    });
  }

  #judge(raw: RawExchange): void {
    const { onFault, onEntry } = this.options;
    const faults = this.#traffic.watch(raw);
    if (faults.length > 0) onFault?.(faults);
    onEntry?.(harEntry(raw, this.#traffic.credentials));
  }

  #noteReach(isWhole: boolean, failure: UpstreamFailure | undefined): void {
    if (failure?.kind === 'unreachable') {
      if (this.#wasReached) this.options.onUnreachable?.(failure);
      this.#wasReached = false;
    } else if (isWhole || failure) {
      this.#wasReached = true;
    }
  }
}
