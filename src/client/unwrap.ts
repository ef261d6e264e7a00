import { ApiError } from './errors/api-error.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import { parseRetryAfter } from './layers/retry-delay.js';

/**
 * Takes the payload out of an answer's envelope.
 *
 * @param body the body of the answer, parsed or still text
 * @returns `data`
 * @throws {ApiError} when the envelope tells a failure
 * @throws {UnexpectedAnswerError} when there is no envelope
 */
export function unwrap(response: Response, body: unknown): unknown {
  const envelope = parse(response, body);
  if (response.ok && envelope.success === true && 'data' in envelope) return envelope.data;
  const error = envelope.error;
  if (!response.ok && isRecord(error) && typeof error.code === 'string') {
    const retryAfter = parseRetryAfter(response.headers.get('Retry-After'), Date.now());
    throw new ApiError({
      status: response.status,
      code: error.code,
      message: typeof error.message === 'string' ? error.message : error.code,
      details: error.details ?? null,
      requestId: response.headers.get('X-Request-Id'),
      retryAfterSeconds: retryAfter === null ? null : Math.ceil(retryAfter / 1_000),
    });
  }
  throw notAnEnvelope(response);
}

function parse(response: Response, body: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (isRecord(value)) return value;
  } catch (cause) {
    throw notAnEnvelope(response, { cause });
  }
  throw notAnEnvelope(response);
}

function notAnEnvelope(response: Response, options?: ErrorOptions): UnexpectedAnswerError {
  const isRedirect = response.status === 0 || (response.status >= 300 && response.status <= 399);
  return new UnexpectedAnswerError(
    isRedirect
      ? 'The server sent a redirect, which is not followed so that the API key goes nowhere else. Check the base URL.'
      : `The answer (status ${response.status}) is not the service's envelope. Check that the base URL leads to the service.`,
    response.status,
    options,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
