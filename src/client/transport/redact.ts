import { CallError } from '../errors/call-error.js';
import { wholeResponse } from './whole-response.js';

/** Removes the API key from a text. */
export type Redact = (text: string) => string;

/**
 * Removes the API key from everything that may end up in an error or a log: error responses that contain it in any
 * encoding, request IDs, and `fetch` errors that quote the request. Other parts of successful responses are unchanged.
 */
export async function redacted(redact: Redact, attempt: Promise<Response>): Promise<Response> {
  try {
    const response = await attempt;
    const requestId = response.headers.get('x-request-id');
    if (requestId !== null) response.headers.set('x-request-id', redact(requestId));
    if (response.ok) return response;
    const body = redactBody(await response.text(), redact);
    // As bytes, because a string would add a content type.
    const { status, statusText, url, headers } = response;
    const parts = { status, statusText, url, headers: redactHeaders(headers, redact) };
    return wholeResponse(new TextEncoder().encode(body), parts);
  } catch (error) {
    if (error instanceof CallError) redactError(error, redact);
    throw error;
  }
}

/** Returns headers whose values do not contain the API key. */
export function redactHeaders(headers: Headers, redact: Redact = (text) => text): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]));
}

function redactError(error: Error, redact: Redact): void {
  error.message = redact(error.message);
  if (error.stack) error.stack = redact(error.stack);
  if (error.cause instanceof Error) redactError(error.cause, redact);
}

/** Redacts JSON value by value, so that the result is still JSON. */
function redactBody(body: string, redact: Redact): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (_name, value: unknown) => {
        if (typeof value === 'string') return redact(value);
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), member]));
      }),
    );
  } catch {
    return redact(body);
  }
}
