import { operations } from '../../src/generated/operations.js';
import { CannotStart } from '../engine/cannot-start.js';
import { type CompleteExchange, hasResponse } from '../engine/http/exchange.js';
import type { Scope } from '../engine/run/scope.js';
import type { Target } from '../engine/target/target.js';
import { isSimpleRead, requestTo } from './contract.js';

const simpleReads = operations.filter(isSimpleRead);

/**
 * Fails fast if the base URL does not point at this API, instead of reporting every check as failed.
 *
 * @param first the exchange of the first request
 * @throws {CannotStart} if no read returns JSON; the message describes the first response
 */
export async function expectApi(
  target: Target,
  address: string,
  first: CompleteExchange,
  scope: Scope,
): Promise<void> {
  if (isFromApi(first)) return;
  for (const { operationId } of simpleReads) {
    const exchange = await target.send(requestTo(operationId), { allow429: true, allow5xx: true });
    if (hasResponse(exchange) && isFromApi(exchange)) return;
  }
  // A server under construction may implement none of these.
  if (simpleReads.every(({ operationId }) => !scope.has(operationId))) return;
  throw new CannotStart(describe(address, first, target.redact));
}

/** Any JSON response will do, unless it only reports an unknown path or a key without permission. */
function isFromApi({ response: { status, json } }: CompleteExchange): boolean {
  return typeof json === 'object' && json !== null && status !== 404 && status !== 403;
}

function describe(
  address: string,
  { request, response }: CompleteExchange,
  redact: (text: string) => string,
): string {
  const { status, headers } = response;
  // Redacts before truncating.
  const body = redact(response.body);
  const requested = `${request.method} ${request.url}`;
  const others = `${simpleReads.length - 1} other reads failed too`;
  const baseUrl =
    'The base URL is the part before /api/v1 including any path prefix, such as http://127.0.0.1:8080/billing.';
  if (status >= 300 && status < 400) {
    return `${requested} redirects (${status}) to ${headers.location ?? 'no location'}. Pass the base URL of the final server: redirects are not followed, so that API keys are not sent elsewhere.`;
  }
  if ([404, 405, 501].includes(status)) {
    return `The API was not found at ${address}: ${requested} returned ${status}, and ${others}. ${baseUrl} If the server implements only writes or operations with an id in the path, name them with --operation.`;
  }
  if (status === 403 && body.includes('ALPN')) {
    return `${requested} returned 403, because the server accepts only HTTP/2. verify sends HTTP/1.1: allow it too, such as with allowHTTP1 in Node, or verify through a proxy that does.`;
  }
  if (status === 403) {
    return `${address} denies access to the first API key: ${requested} returned 403, and ${others}. Pass a key with read permission, or check the proxy in front of the server.`;
  }
  if (/^\s*<(!doctype|html)/i.test(body)) {
    const title = /<title[^<>]*>\s*([^<]{1,80})/i.exec(body)?.[1]?.trim();
    return `${requested} returned status ${status} and an HTML page${title ? ` (${JSON.stringify(title)})` : ''}, and ${others}. A proxy or a login page may be in front of the server, or the URL belongs to another service. ${baseUrl}`;
  }
  if (body.startsWith('\uFEFF')) {
    return `${requested} returned status ${status} and a body that starts with a byte order mark (U+FEFF), and ${others}. JSON over a network must not start with one (RFC 8259): send the body without it.`;
  }
  const start = body.trim().slice(0, 80);
  return `${requested} returned status ${status} and ${start === '' ? 'no body' : JSON.stringify(start)}, and ${others}. The server at ${address} is not this API, or a proxy in front of it is broken.`;
}
