import { type Credentials, shownQuery } from './credentials.js';
import type { Pair, RawExchange } from './raw-exchange.js';

/** The value of an unknown size in HAR. */
const unknown = -1;

/** Returns an exchange as an entry of an HTTP archive (HAR 1.2), with its secrets redacted. */
export function harEntry(raw: RawExchange, credentials: Credentials): object {
  const url = credentials.text(raw.url);
  const requestHeaders = credentials.headers(raw.requestHeaders);
  const responseHeaders = credentials.headers(raw.responseHeaders);
  const text = 'text' in raw.responseBody ? credentials.text(raw.responseBody.text) : undefined;
  const body = raw.requestBody == null ? undefined : credentials.text(raw.requestBody);
  return {
    startedDateTime: new Date(raw.startedAt).toISOString(),
    time: raw.durationMs,
    request: {
      method: credentials.text(raw.method),
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(requestHeaders),
      queryString: named(shownQuery(raw.url, credentials)),
      ...(body === undefined
        ? {}
        : { postData: { mimeType: headerIn(requestHeaders, 'content-type'), text: body } }),
      headersSize: unknown,
      bodySize: raw.requestBody === undefined ? unknown : Buffer.byteLength(raw.requestBody ?? ''),
    },
    response: {
      status: raw.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(responseHeaders),
      content: {
        size: text === undefined ? unknown : Buffer.byteLength(text),
        mimeType: headerIn(responseHeaders, 'content-type'),
        ...(text === undefined ? {} : { text }),
      },
      redirectURL: headerIn(responseHeaders, 'location'),
      headersSize: unknown,
      bodySize: unknown,
      // The name that browsers use.
      ...(raw.breach && { _error: credentials.text(`${raw.breach.message} ${raw.breach.actual}`) }),
    },
    cache: {},
    timings: { send: 0, wait: raw.durationMs, receive: 0 },
  };
}

const named = (pairs: readonly Pair[]) => pairs.map(([name, value]) => ({ name, value }));

const headerIn = (pairs: readonly Pair[], wanted: string) =>
  pairs.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
