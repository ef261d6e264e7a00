import type { OperationId } from '../../src/generated/operations.js';
import type { Exchange } from '../http/exchange.js';
import { parseBody } from '../http/parse-body.js';
import { splitQuery } from '../http/split-query.js';
import type { createDisguise } from './disguise.js';
import type { Breach, Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** What clients send by themselves, and nobody needs to send a request again. */
const ofTheClient =
  /^(host|user-agent|accept(-.*)?|sec-.*|connection|keep-alive|te|content-length|transfer-encoding|origin|referer|dnt|priority|cache-control|pragma|upgrade(-.*)?|cookie|if-.*|via|forwarded|x-forwarded-.*)$/i;

type Disguise = ReturnType<typeof createDisguise>;

/** The operation that a request is for, and its path, beginning with `/api/v1`. */
export interface Place {
  readonly operationId: OperationId;
  readonly path: string;
}

/** What checks may see of an exchange: nothing in it is a key. */
export function see(
  raw: RawExchange & { readonly responseBody: { readonly text: string } },
  place: Place,
  disguise: Disguise,
): SeenExchange {
  const body = disguise.text(raw.responseBody.text);
  const { authorization, callerId } = disguise.authorizationOf(raw.requestHeaders);
  return {
    ...requestOf(raw, place, disguise),
    response: {
      status: raw.status,
      headers: record(disguise.headers(raw.responseHeaders)),
      body: body.text,
      json: parseBody(body.text),
      durationMs: raw.durationMs,
      leaksKey: body.found,
    },
    failure: null,
    authorization,
    callerId,
    startedAt: raw.startedAt,
    endedAt: raw.startedAt + raw.durationMs,
  };
}

/** An exchange whose response is not HTTP, and what is wrong with it: nothing in either is a key. */
export function seeBroken(
  raw: RawExchange & { readonly breach: Breach },
  place: Place,
  disguise: Disguise,
): { exchange: Exchange; breach: Breach } {
  const breach = { ...raw.breach, actual: disguise.text(raw.breach.actual).text };
  return {
    exchange: { ...requestOf(raw, place, disguise), response: null, failure: breach.message },
    breach,
  };
}

function requestOf(raw: RawExchange, { operationId, path }: Place, disguise: Disguise) {
  const url = disguise.url(raw.url);
  const [, search = ''] = splitQuery(url);
  const { authorization } = disguise.authorizationOf(raw.requestHeaders);
  return {
    operationId,
    as: authorization === 'none' ? ('nobody' as const) : ('caller' as const),
    beyond: false,
    request: {
      method: raw.method,
      url,
      path: disguise.text(path).text,
      query: [...new URLSearchParams(search)],
      headers: record(disguise.headers(raw.requestHeaders).filter(([name]) => !ofTheClient.test(name))),
      body: raw.requestBody == null ? null : disguise.text(raw.requestBody).text,
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
