import type { OperationId } from '../../src/generated/operations.js';
import { parseBody } from '../http/parse-body.js';
import { splitQuery } from '../http/split-query.js';
import type { createDisguise } from './disguise.js';
import type { Pair, RawExchange } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

/** What clients send by themselves, and nobody needs to send a request again. */
const ofTheClient =
  /^(host|user-agent|accept(-.*)?|sec-.*|connection|keep-alive|te|content-length|transfer-encoding|origin|referer|dnt|priority|cache-control|pragma|upgrade(-.*)?|cookie|if-.*|via|forwarded|x-forwarded-.*)$/i;

/**
 * What checks may see of an exchange: nothing in it is a key.
 *
 * @param path of the request, beginning with `/api/v1`
 */
export function see(
  raw: RawExchange & { readonly responseBody: { readonly text: string } },
  { operationId, path }: { operationId: OperationId; path: string },
  disguise: ReturnType<typeof createDisguise>,
): SeenExchange {
  const body = disguise.text(raw.responseBody.text);
  const { authorization, callerId } = disguise.authorizationOf(raw.requestHeaders);
  const url = disguise.url(raw.url);
  const [, search = ''] = splitQuery(url);
  return {
    operationId,
    as: authorization === 'none' ? 'nobody' : 'caller',
    beyond: false,
    request: {
      method: raw.method,
      url,
      path: disguise.text(path).text,
      query: [...new URLSearchParams(search)],
      headers: record(disguise.headers(raw.requestHeaders).filter(([name]) => !ofTheClient.test(name))),
      body: raw.requestBody == null ? null : disguise.text(raw.requestBody).text,
    },
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
