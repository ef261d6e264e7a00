import { operations } from '../src/generated/operations.js';
import { CannotStart } from './cannot-start.js';
import { isWrite } from './contract.js';
import { type CompleteExchange, hasResponse } from './http/exchange.js';
import { requestTo } from './requests.js';
import type { Scope } from './scope.js';
import type { Target } from './target/target.js';

/** Reads that need nothing but a key. */
const simpleReads = operations.filter(
  (operation) => !isWrite(operation) && operation.parameters.every(({ required }) => !required),
);

/**
 * Makes sure that what answers is the API, be it ever so wrong: an address that is not quite right
 * would else be told in a hundred failures.
 *
 * @param first what answered the first request
 * @throws {CannotStart} when nothing of the API answers; the message says what does
 */
export async function expectApi(
  target: Target,
  address: string,
  first: CompleteExchange,
  scope: Scope,
): Promise<void> {
  if (speaks(first)) return;
  for (const { operationId } of simpleReads) {
    const exchange = await target.send(requestTo(operationId));
    if (hasResponse(exchange) && speaks(exchange)) return;
  }
  // A server may have none of these yet.
  if (simpleReads.every(({ operationId }) => !scope.has(operationId))) return;
  throw new CannotStart(describe(address, first, target.redact));
}

/** Any answer in JSON will do, unless it only says that there is nothing, or nothing for this key. */
function speaks({ response: { status, json } }: CompleteExchange): boolean {
  return typeof json === 'object' && json !== null && status !== 404 && status !== 403;
}

function describe(
  address: string,
  { request, response }: CompleteExchange,
  redact: (text: string) => string,
): string {
  const { status, headers } = response;
  // Before anything is cut off.
  const body = redact(response.body);
  const asked = `${request.method} ${request.url}`;
  const stands = 'The address is all that stands before /api/v1, with any path of its own';
  if (status >= 300 && status < 400) {
    return `${asked} redirects (${status}) to ${headers.location ?? 'nowhere'}: give the address that answers itself. Redirects are not followed, so that API keys go nowhere else.`;
  }
  if (status === 404) {
    return `Nothing of the API is at ${address}: ${asked} and ${simpleReads.length - 1} other reads are 404. ${stands}, such as http://127.0.0.1:8080/billing.`;
  }
  if (status === 403) {
    return `${address} refuses the first API key everything: ${asked} and ${simpleReads.length - 1} other reads are 403. Give a key that may read, or see what stands before the server.`;
  }
  if (/^\s*<(!doctype|html)/i.test(body)) {
    const title = /<title[^>]*>\s*([^<]{1,80})/i.exec(body)?.[1]?.trim();
    return `${asked} is answered with a page of HTML${title ? ` (${JSON.stringify(title)})` : ''} and status ${status}, as are ${simpleReads.length - 1} other reads: a proxy or a login page stands before the server, or the address is of something else. ${stands}.`;
  }
  const start = body.trim().slice(0, 80);
  return `${asked} is answered with status ${status} and ${start === '' ? 'no body' : JSON.stringify(start)}, and no other read with JSON either: what answers at ${address} is not the API, or something before it is broken.`;
}
