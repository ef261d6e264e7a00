import { type Caller, type Exchange, keyVariables, type RequestPlan } from '../http/exchange.js';
import type { WireRequest } from '../http/send.js';
import { encodeSegment } from '../requests.js';

/** A request as it goes out, and as it is shown. */
export interface WrittenRequest {
  readonly wire: WireRequest;
  readonly shown: Exchange['request'];
}

/** Writes planned requests down for one server, with the API keys of the callers. */
export class RequestWriter {
  readonly #keys: Readonly<Record<Caller, string | undefined>>;
  readonly #prefix: string;

  /** @param keys caller, stranger, and one that may be spent; the later ones may be missing */
  constructor(
    readonly baseUrl: URL,
    keys: readonly string[],
  ) {
    this.#keys = { caller: keys[0], second_caller: keys[1], spare: keys[2], nobody: undefined };
    this.#prefix = baseUrl.pathname.replace(/\/$/, '');
  }

  /** Whether there is a key for this caller. */
  has(as: Caller): boolean {
    return as === 'nobody' || this.#keys[as] !== undefined;
  }

  /** @throws {Error} when there is no key for the caller */
  write(plan: RequestPlan): WrittenRequest {
    const { as, method, path, query, body } = plan;
    if (!this.has(as)) throw new Error(`No API key for the ${as}.`);
    const search = query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeSegment(value)}`)
      .join('&');
    const target = `${this.#prefix}${path}${search && `?${search}`}`;
    const url = `${this.baseUrl.origin}${target}`;
    const key = this.#keys[as];
    // A curl line takes the key from the environment.
    const variable = as === 'nobody' ? undefined : keyVariables[as];
    return {
      wire: { method, target, headers: headersOf(plan, key), body },
      shown: { method, url, path, query, headers: headersOf(plan, variable), body },
    };
  }
}

function headersOf(
  { headers, body, authorization, scheme, keySuffix }: RequestPlan,
  key: string | undefined,
) {
  const bearer = key === undefined ? authorization : `${scheme ?? 'Bearer'} ${key}${keySuffix ?? ''}`;
  return {
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...(bearer === undefined ? {} : { authorization: bearer }),
  };
}
