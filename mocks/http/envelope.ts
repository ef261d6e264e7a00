import type { TimeStamps } from '../session/clock.js';
import type { MockResponse } from '../types.js';
import type { HttpError } from './http-error.js';

export const jsonType = 'application/json; charset=utf-8';

/** Wraps data in the success envelope. */
export function successResponse(status: number, data: unknown, stamps: TimeStamps): MockResponse {
  const body = `{"success":true,"timestamp":"${stamps.timestamp()}","data":${JSON.stringify(data)}}`;
  return { status, headers: { 'Content-Type': jsonType }, body };
}

/** @param envelope a body that is already in an envelope, such as an example of the document */
export function documentedResponse(
  status: number,
  envelope: unknown,
  headers: MockResponse['headers'],
): MockResponse {
  return { status, headers: { 'Content-Type': jsonType, ...headers }, body: JSON.stringify(envelope) };
}

/** Returns the response for an error. Servers also use it for input that is not a valid HTTP request. */
export function failureResponse(httpError: HttpError, stamps: TimeStamps): MockResponse {
  const { status, headers, code, message, details } = httpError;
  return {
    status,
    headers: { 'Content-Type': jsonType, ...headers },
    body: JSON.stringify({
      success: false,
      timestamp: stamps.timestamp(),
      error: { code, message, details },
    }),
  };
}
