import type { TimeStamps } from './clock.js';
import type { Refusal } from './refusal.js';
import type { MockResponse } from './types.js';

export const jsonType = 'application/json; charset=utf-8';

/** The envelope of a success around its data. */
export function successBody(data: unknown, stamps: TimeStamps): string {
  return `{"success":true,"timestamp":"${stamps.timestamp()}","data":${JSON.stringify(data)}}`;
}

/** A failure as it is sent; servers use it for what never becomes a request, such as a broken one. */
export function failureResponse(refusal: Refusal, stamps: TimeStamps): MockResponse {
  const { code, message, details } = refusal;
  return {
    status: refusal.status,
    headers: { 'Content-Type': jsonType, ...refusal.headers },
    body: JSON.stringify({
      success: false,
      timestamp: stamps.timestamp(),
      error: { code, message, details },
    }),
  };
}
