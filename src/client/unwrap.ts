import { ApiError } from './errors/api-error.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import type { ReceivedAnswer } from './layer.js';
import { parseRetryAfter } from './layers/retry-after.js';

/** The JSON object around every answer of the service. */
type Envelope = Readonly<Record<string, unknown>>;

/**
 * Takes an answer's envelope off.
 *
 * @returns the envelope of a success, whose payload is in `data`
 * @throws {ApiError} when the envelope tells a failure
 * @throws {UnexpectedAnswerError} when there is no envelope
 */
export function unwrap({ status, headers, body }: ReceivedAnswer): Envelope {
  let envelope: unknown;
  try {
    envelope = JSON.parse(body);
  } catch {
    // Without its cause: the parser quotes the body, which may repeat the API key.
    throw new UnexpectedAnswerError(status);
  }
  if (isObject(envelope)) {
    const isSuccess = status >= 200 && status <= 299;
    const { success, error } = envelope;
    if (isSuccess && success === true && 'data' in envelope) return envelope;
    if (!isSuccess && isObject(error) && typeof error.code === 'string') {
      const retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now());
      throw new ApiError({
        status,
        code: error.code,
        message: typeof error.message === 'string' ? error.message : error.code,
        details: error.details ?? null,
        requestId: headers.get('x-request-id'),
        retryAfterSeconds: retryAfter === null ? null : Math.ceil(retryAfter / 1_000),
      });
    }
  }
  throw new UnexpectedAnswerError(status);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
