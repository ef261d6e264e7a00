import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../judge/result.js';
import type { Standards } from '../../judge/standards.js';
import type { Report } from '../../report.js';
import { createCaptures } from '../capture.js';
import { ExchangeRecorder } from '../exchange-recorder.js';
import { harEntry } from '../har-entry.js';
import type { RawExchange } from '../raw-exchange.js';
import { Refusals } from '../refusal.js';
import type { TrafficOptions } from '../traffic-judge.js';
import { TrafficWatch } from '../watch-traffic.js';
import { Forwarder, type Observer } from './forward.js';
import { StrictServer } from './strict-server.js';
import type { UpstreamFailure } from './upstream-failure.js';

export interface ProxyOptions extends TrafficOptions {
  /** URL of the server, without `/api/v1`. */
  readonly target: URL;
  /** Ends judging within a second when it is aborted, so that the report of `close` contains what was judged. */
  readonly signal?: AbortSignal;
  /** Called with each kind of failure or warning when it first occurs. */
  readonly onFinding?: (results: readonly Result[]) => void;
  /** Called when the server becomes unreachable. */
  readonly onUnreachable?: (error: Error) => void;
  /** Called with each exchange with the API, as an entry of an HTTP archive without credentials. */
  readonly onEntry?: (entry: object) => void;
}

export interface Proxy {
  /** @returns the URL, such as `http://127.0.0.1:4020` */
  listen(options: { port: number; host?: string }): Promise<string>;
  /** Stops the proxy and returns the report. */
  close(): Promise<Report>;
}

/**
 * Creates a proxy that forwards all requests to a server unchanged and checks the responses of the API.
 *
 * @throws {CannotStart} if an option names an unknown check
 */
export function createProxy(standards: Standards, options: ProxyOptions): Proxy {
  return new JudgingProxy(standards, options);
}

class JudgingProxy implements Proxy {
  readonly #server: StrictServer;
  readonly #forwarder: Forwarder;
  readonly #traffic: TrafficWatch;
  readonly #capture = createCaptures();
  /** Judges exchanges one after another. */
  #judged: Promise<void> = Promise.resolve();
  /** The path of the target URL. */
  readonly #prefix: string;
  #wasReachable = true;

  constructor(
    readonly standards: Standards,
    readonly options: ProxyOptions,
  ) {
    const { target } = options;
    this.#prefix = target.pathname.replace(/\/$/, '');
    const refusals = new Refusals(standards.failureOf);
    this.#server = new StrictServer((...exchange) => this.#forward(...exchange), refusals);
    this.#forwarder = new Forwarder(target, refusals);
    const baseUrl = `${target.origin}${this.#prefix}`;
    this.#traffic = new TrafficWatch(standards, { ...options, baseUrl, showsKeys: true });
  }

  listen({ port, host = '127.0.0.1' }: { port: number; host?: string }): Promise<string> {
    return this.#server.listen(port, host);
  }

  async close(): Promise<Report> {
    await this.#server.close();
    await this.#judged;
    return this.#traffic.report();
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/' } = incoming;
    const target = url === '*' ? url : `${this.#prefix}${url}`;
    const observer = url.startsWith(`${this.standards.basePath}/`)
      ? this.#recorder(incoming, target)
      : this.#reachObserver;
    this.#forwarder.forward(incoming, outgoing, target, observer);
  }

  /** Observes exchanges that do not belong to the API. */
  readonly #reachObserver: Observer = {
    request: () => undefined,
    response: () => undefined,
    body: () => undefined,
    end: (...how) => this.#noteReach(...how),
  };

  #recorder(incoming: IncomingMessage, target: string): Observer {
    const url = `${this.options.target.origin}${target}`;
    return new ExchangeRecorder(incoming, url, this.#capture, (raw, ...how) => {
      this.#noteReach(...how);
      // Judges after the client has received the response.
      this.#judged = this.#judged.then(() => setImmediate()).then(() => this.#judge(raw));
    });
  }

  async #judge(raw: RawExchange): Promise<void> {
    const { onFinding, onEntry } = this.options;
    const findings = await this.#traffic.observe(raw);
    if (findings.length > 0) onFinding?.(findings);
    onEntry?.(harEntry(raw, this.#traffic.credentials));
  }

  #noteReach(isComplete: boolean, failure: UpstreamFailure | undefined): void {
    if (failure?.kind === 'unreachable') {
      if (this.#wasReachable) this.options.onUnreachable?.(failure);
      this.#wasReachable = false;
    } else if (isComplete || failure) {
      this.#wasReachable = true;
    }
  }
}
