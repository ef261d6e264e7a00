import type { OperationId } from '../../src/generated/operations.js';
import type { Exchange } from '../http/exchange.js';
import { parseBody } from '../http/parse-body.js';
import { splitQuery } from '../http/split-query.js';
import type { Credentials } from './credentials.js';
import type { Breach, Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** What clients send by themselves, and nobody needs to send a request again. */
const ofTheClient =
  /^(host|user-agent|accept(-.*)?|sec-.*|connection|keep-alive|te|content-length|transfer-encoding|origin|referer|dnt|priority|cache-control|pragma|upgrade(-.*)?|cookie|if-.*|via|forwarded|x-forwarded-.*)$/i;

/** The operation that a request is for, and its path, beginning with `/api/v1`. */
export interface Place {
  readonly operationId: OperationId;
  readonly path: string;
}

/** What checks see of an exchange: all that was recorded, secrets too. What is shown of it is redacted first. */
export function see(
  raw: RawExchange & { readonly responseBody: { readonly text: string } },
  place: Place,
  credentials: Credentials,
): SeenExchange {
  const { text: body } = raw.responseBody;
  const { authorization, callerId } = credentials.authorizationOf(raw.requestHeaders);
  return {
    ...requestOf(raw, place, credentials),
    response: {
      status: raw.status,
      headers: record(raw.responseHeaders),
      body,
      json: parseBody(body),
      durationMs: raw.durationMs,
      repeatsKey: credentials.repeatsKey([body, ...raw.responseHeaders.flat()]),
    },
    failure: null,
    authorization,
    callerId,
    startedAt: raw.startedAt,
    endedAt: raw.startedAt + raw.durationMs,
  };
}

/** An exchange whose response is not HTTP, and what is wrong with it, secrets included. */
export function seeBroken(
  raw: RawExchange & { readonly breach: Breach },
  place: Place,
  credentials: Credentials,
): { exchange: Exchange; breach: Breach } {
  const { breach } = raw;
  return {
    exchange: { ...requestOf(raw, place, credentials), response: null, failure: breach.message },
    breach,
  };
}

function requestOf(raw: RawExchange, { operationId, path }: Place, credentials: Credentials) {
  const [, search = ''] = splitQuery(raw.url);
  const { authorization } = credentials.authorizationOf(raw.requestHeaders);
  return {
    operationId,
    as: authorization === 'none' ? ('nobody' as const) : ('caller' as const),
    beyond: false,
    request: {
      method: raw.method,
      url: raw.url,
      path,
      query: [...new URLSearchParams(search)],
      headers: record(raw.requestHeaders.filter(([name]) => !ofTheClient.test(name))),
      body: raw.requestBody ?? null,
    },
  };
}

/** Names in lower case, repeated ones joined; what only HTTP/2 has, such as `:path`, is left out. */
function record(headers: readonly Pair[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name.startsWith(':')) continue;
    const lower = name.toLowerCase();
    joined[lower] = Object.hasOwn(joined, lower) ? `${joined[lower]}, ${value}` : value;
  }
  return joined;
}
