import type { IncomingMessage } from 'node:http';
import { decodableOnly } from '../http/content-coding.js';
import type { Pair } from './raw-exchange.js';

/** Headers that apply to one connection only (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The proxy itself sends 100 Continue.
  'expect',
]);

/** End-to-end headers, which are forwarded even if Connection lists them. */
const neverAnOption = /^(host|content-.+|authorization|(set-)?cookie|cache-control|idempotency-key)$/;

/** Methods whose requests usually have no body, and therefore no Content-Length: 0. */
const bodiless = /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/;

export function pairsOf(rawHeaders: readonly string[]): Pair[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
}

/** @param name in lower case */
export function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return pairsOf(rawHeaders).flatMap(([own, value]) => (own.toLowerCase() === name ? [value] : []));
}

export function hasBody(message: IncomingMessage): boolean {
  return ['content-length', 'transfer-encoding'].some((name) => valuesOf(message, name).length > 0);
}

/**
 * Returns the headers to forward a request with. Framing headers are rebuilt from the parsed message, and only
 * codings are offered that the proxy can decode, to check the response.
 */
export function requestHeaders(incoming: IncomingMessage, host: string): string[] {
  const headers = endToEnd(incoming)
    .filter(([name]) => !/^(host|content-length)$/i.test(name))
    .map(([name, value]) =>
      name.toLowerCase() === 'accept-encoding' ? [name, decodableOnly(value)] : [name, value],
    );
  return ['Host', host, ...headers.flat(), ...framingOf(incoming)];
}

export function responseHeaders(response: IncomingMessage): Pair[] {
  const headers = endToEnd(response);
  return response.statusCode === 204 ? headers.filter(([name]) => !/^content-length$/i.test(name)) : headers;
}

function framingOf(incoming: IncomingMessage): string[] {
  if (valuesOf(incoming, 'transfer-encoding').length > 0) return ['Transfer-Encoding', 'chunked'];
  const [length] = valuesOf(incoming, 'content-length');
  if (length !== undefined) return ['Content-Length', length];
  return bodiless.test(incoming.method ?? '') ? [] : ['Content-Length', '0'];
}

function endToEnd(message: IncomingMessage): Pair[] {
  const options = new Set(
    valuesOf(message, 'connection')
      .join()
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !neverAnOption.test(name)),
  );
  return pairsOf(message.rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !options.has(lower);
  });
}
