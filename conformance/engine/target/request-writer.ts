import { type Caller, type Exchange, keyVariables, type RequestPlan } from '../http/exchange.js';
import { encodeSegment } from '../http/requests.js';
import type { WireRequest } from '../http/send.js';

/** A request to send, and the same request with a variable in place of the key. */
export interface WrittenRequest {
  readonly wire: WireRequest;
  readonly shown: Exchange['request'];
}

/** Turns planned requests into requests to one server, with the API keys of the callers. */
export class RequestWriter {
  readonly #keys: Readonly<Record<Caller, string | undefined>>;
  readonly #prefix: string;

  /** @param keys of the caller, the second caller, and one whose rate limit may be exhausted; the latter two are optional */
  constructor(
    readonly baseUrl: URL,
    keys: readonly string[],
  ) {
    this.#keys = { caller: keys[0], second_caller: keys[1], spare: keys[2], anonymous: undefined };
    this.#prefix = baseUrl.pathname.replace(/\/$/, '');
  }

  /** Whether there is a key for a caller. */
  has(as: Caller): boolean {
    return as === 'anonymous' || this.#keys[as] !== undefined;
  }

  /** @throws {Error} if the caller has no key */
  write(plan: RequestPlan): WrittenRequest {
    const { as, method, path, query, body } = plan;
    if (!this.has(as)) throw new Error(`No API key for the ${as}.`);
    const search = query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeSegment(value)}`)
      .join('&');
    const target = `${this.#prefix}${path}${search && `?${search}`}`;
    const url = `${this.baseUrl.origin}${target}`;
    const key = this.#keys[as];
    // curl commands take the key from the environment.
    const variable = as === 'anonymous' ? undefined : keyVariables[as];
    return {
      wire: { method, target, headers: headersOf(plan, key, base64), body },
      shown: { method, url, path, query, headers: headersOf(plan, variable, (user) => user), body },
    };
  }
}

function headersOf(
  { headers, body, authorization, credentials }: RequestPlan,
  key: string | undefined,
  encode: (user: string) => string,
) {
  const { name = 'authorization', value } = credentials ?? { value: 'Bearer {key}' };
  const sent =
    key === undefined
      ? authorization
      : value.replace('{key}', () => key).replace('{user}', () => encode(`${key}:`));
  return {
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...(sent === undefined ? {} : { [name]: sent }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
