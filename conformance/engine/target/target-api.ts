import type { Caller, RequestPlan } from '../http/exchange.js';
import type { Creations } from './created-endpoints.js';
import type { LimitsOf } from './limits/limit-watch.js';

/** Options of one request. */
export interface SendOptions {
  /** Send the request even if an equal read was already sent. */
  readonly again?: boolean;
  /** Return a 5xx instead of blocking the check. */
  readonly allow5xx?: boolean;
  /** How often a request is sent that returns 5xx each time. Default: 3 for a read, 1 for a write. */
  readonly attempts?: number;
  /** Ignore the limit of concurrent requests. */
  readonly atOnce?: boolean;
  /** Return a 429 instead of waiting for the rate limit. */
  readonly allow429?: boolean;
  /** Do not record a success, for requests that are sent hundreds of times. */
  readonly unrecorded?: boolean;
  /** Do not record the exchange, because no check judges it. */
  readonly unjudged?: boolean;
}

/** What sending requests needs to know of an API. */
export interface TargetApi extends LimitsOf {
  /** The start of every path, such as `/api/v1`. */
  readonly basePath: string;
  /** A read without parameters whose response is small. */
  cheapRead(as: Caller): RequestPlan;
  readonly creations: Creations;
}
