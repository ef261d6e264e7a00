import type { WriteOptions } from './call.js';

/** What sends a request and reads the head of its answer: `fetch`, as far as the client needs it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request on its way through the layers. Who wants to change something hands on a copy. */
export interface OutgoingRequest {
  readonly method: string;
  /** The path as the contract writes it, such as `/api/v1/commitments/detail/{commitment_id}`. */
  readonly path: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or undefined where there is none. */
  readonly body: string | undefined;
  /** What the caller said for this call alone. */
  readonly options: WriteOptions;
}

/** An answer that has come in whole. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends one request. */
export type Send = (request: OutgoingRequest) => Promise<ReceivedAnswer>;

/** Wraps a {@link Send} in one more concern. */
export type Layer = (next: Send) => Send;

/** Puts layers around what sends, the first outermost. */
export function stack(layers: readonly Layer[], innermost: Send): Send {
  return layers.reduceRight((next, layer) => layer(next), innermost);
}
