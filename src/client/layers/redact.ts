import { createRedactor } from '../../redaction/redact-secrets.js';
import { ConnectionError } from '../errors/connection-error.js';
import type { Layer, OutgoingRequest, ReceivedAnswer } from '../layer.js';

type Redactor = (text: string) => string;

/**
 * Takes the API key out of all that can become an error or a log line: failures of a server that repeats it, in
 * whatever spelling, the id of an exchange, and errors of a `fetch` that shows its request. Successes stay as they are.
 */
export function redact(): Layer {
  return (next) => async (request) => {
    try {
      return redactAnswer(await next(request), () => redactorOf(request));
    } catch (error) {
      if (error instanceof ConnectionError) redactError(error, redactorOf(request));
      throw error;
    }
  };
}

function redactorOf({ headers }: OutgoingRequest): Redactor {
  return createRedactor([headers.authorization?.replace('Bearer ', '') ?? '']);
}

function redactAnswer(answer: ReceivedAnswer, redactor: () => Redactor): ReceivedAnswer {
  const { status, headers, body } = answer;
  const requestId = headers.get('x-request-id');
  const isFailure = status < 200 || status > 299;
  if (!isFailure && requestId === null) return answer;
  const clean = redactor();
  const cleanHeaders = new Headers(headers);
  if (requestId !== null) cleanHeaders.set('x-request-id', clean(requestId));
  return { status, headers: cleanHeaders, body: isFailure ? redactBody(body, clean) : body };
}

function redactError(error: Error, clean: Redactor): void {
  error.message = clean(error.message);
  if (error.stack) error.stack = clean(error.stack);
  if (error.cause instanceof Error) redactError(error.cause, clean);
}

/** JSON is redacted value by value, so that it is JSON afterwards. */
function redactBody(body: string, clean: Redactor): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return clean(body);
  }
  return JSON.stringify(redactDeep(value, clean));
}

function redactDeep(value: unknown, clean: Redactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [clean(name), redactDeep(member, clean)]),
  );
}
