import type { FailedCall } from './call-error.js';
import { type FailedResponse, HttpError, secondsOf } from './http-error.js';

/** The longest part of a body in a message, in characters. */
const longestExcerpt = 80;

/** A response without the envelope of the API, such as a gateway's error page or a redirect. */
export class UnexpectedResponseError extends HttpError {
  override readonly name = 'UnexpectedResponseError';

  constructor(response: FailedResponse, call?: FailedCall) {
    super(messageOf(response), response, call);
  }
}

function messageOf({ status, headers, body }: FailedResponse): string {
  if (status === 0 || (status >= 300 && status <= 399))
    return 'The server responded with a redirect. Redirects are not followed, to protect the API key. Check the base URL.';
  const text = body
    .slice(0, 4 * longestExcerpt)
    .replace(/\s+/g, ' ')
    .trim();
  const excerpt = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
  const type = headers.get('content-type')?.split(';')[0];
  const shown = excerpt ? JSON.stringify(excerpt) + (type ? ` (${type})` : '') : 'empty';
  return `The response (status ${status}) does not have the envelope of the API; its body is ${shown}. ${adviceOf(status, headers)}`;
}

function adviceOf(status: number, headers: Headers): string {
  const seconds = secondsOf(headers);
  const wait = seconds === null ? 'Try again later.' : `Try again after ${seconds} s.`;
  const who = 'The service, or a gateway in front of it,';
  if (status === 401) return `${who} rejected the API key. Check the key.`;
  if (status === 403) return `${who} denied access. Check the permissions of the key.`;
  if (status === 429) return `${who} limits the request rate. ${wait}`;
  if (status >= 500) return `${who} failed or is unavailable. ${wait}`;
  return 'Check that the base URL points to the service.';
}
