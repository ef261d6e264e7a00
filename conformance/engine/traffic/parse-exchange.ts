import type { Exchange } from '../http/exchange.js';
import { parseBody } from '../http/parse-body.js';
import { splitQuery } from '../http/split-query.js';
import type { OperationId } from '../operation.js';
import type { Credentials } from './credentials.js';
import type { Breach, Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** Headers that HTTP clients add themselves; a curl command does not need them. */
const clientHeaders =
  /^(host|user-agent|accept(-.*)?|sec-.*|connection|keep-alive|te|content-length|transfer-encoding|origin|referer|dnt|priority|cache-control|pragma|upgrade(-.*)?|cookie|if-.*|via|forwarded|x-forwarded-.*)$/i;

/** The operation of a request, and its path, starting with `/api/v1`. */
export interface Place {
  readonly operationId: OperationId;
  readonly path: string;
}

/** Parses a recorded exchange for the checks. The result still contains secrets: redact it before it is shown. */
export function parseExchange(
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
      ...(raw.lacksHeaders && { lacksHeaders: true }),
      body,
      json: parseBody(body),
      durationMs: raw.durationMs,
      repeatsKey: credentials.repeatsKey([body, ...raw.responseHeaders.flat()]),
    },
    failure: null,
    authorization,
    callerId,
    isWhole: raw.requestBody !== undefined && !raw.lacksHeaders,
    startedAt: raw.startedAt,
    endedAt: raw.startedAt + raw.durationMs,
  };
}

/** Parses a recorded exchange whose response is not valid HTTP. The result still contains secrets. */
export function parseBrokenExchange(
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
    as: authorization === 'none' ? ('anonymous' as const) : ('caller' as const),
    undocumented: false,
    request: {
      method: raw.method,
      url: raw.url,
      path,
      query: [...new URLSearchParams(search)],
      headers: record(raw.requestHeaders.filter(([name]) => !clientHeaders.test(name))),
      body: raw.requestBody ?? null,
    },
  };
}

/** Returns headers by name in lower case, joins repeated ones, and omits pseudo-headers of HTTP/2 such as `:path`. */
function record(headers: readonly Pair[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name.startsWith(':')) continue;
    const lower = name.toLowerCase();
    joined[lower] = Object.hasOwn(joined, lower) ? `${joined[lower]}, ${value}` : value;
  }
  return joined;
}
