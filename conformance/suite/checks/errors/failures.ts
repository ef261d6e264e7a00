import { rateLimitWindowSeconds } from '../../../../src/contract/limits.js';
import { operations } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { neverBreaks } from '../../../engine/check-ids.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { show } from '../../../engine/show.js';
import { derived, proposal, stated } from '../../claims.js';
import { isProposedOperation } from '../../contract.js';
import { codeFor, describe } from '../../expect/response.js';
import { onResponse } from '../shared/on-response.js';

/** The parts of a stack trace or a statement, which are in one line in this order. */
const traces: readonly (readonly RegExp[])[] = [
  // Not every `:digits:digits`, because a message may state a time.
  [/\bat \S/, /[/\\.][\w-]+:\d+:\d+/],
  [/Traceback \(most recent call last\)/],
  [/\bat [\w.$]+\(\w+\.java:\d+\)/],
  [/goroutine \d+ \[/],
  [/File "[^"]/, /", line \d+/],
  [/\bSELECT\b/, /\bFROM\b/],
  [/\bINSERT INTO\b/],
  [/\bDELETE FROM\b/],
  [/\bUPDATE\b/, /\bSET\b/],
];

/** Returns the first stack trace or statement in a text, in linear time: `.+` between the parts would be polynomial. */
function traceIn(text: string): string | undefined {
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    for (const parts of traces) {
      const found = inOrder(line, parts);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns a line from the first of some parts to the last; each is the first after the one before. */
function inOrder(line: string, parts: readonly RegExp[]): string | undefined {
  let start = -1;
  let end = 0;
  for (const part of parts) {
    const found = part.exec(line.slice(end));
    if (!found) return undefined;
    if (start < 0) start = found.index;
    end += found.index + found[0].length;
  }
  return line.slice(start, end);
}

/** Returns the strings of a body as plain text, without the escapes of JSON. */
function textOf({ response: { json, body } }: CompleteExchange): string {
  const texts: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(json ?? body);
  return texts.join('\n');
}

/** A window of a minute, and as much again for servers that count a while longer. */
const longestRetryAfter = 2 * rateLimitWindowSeconds;

/** Checks of the status and the contents of failures. */
export const failureChecks: readonly Check[] = [
  onResponse({
    id: 'errors.code-fits-status',
    ...stated,
    requirement: '`error.code` matches the status: each of the eight failure statuses has its own code.',
    source: 'Errors, table of codes',
    on: 'failure',
    when: ({ response }) =>
      codeFor(response.status) !== undefined && typeof response.json?.error?.code === 'string',
    judge: (exchange) => {
      const { status, json } = exchange.response;
      const expected = codeFor(status);
      return (
        json.error.code === expected || {
          message: `\`error.code\` of a response with status ${status} is not ${expected}.`,
          expected: `error.code ${show(expected)}`,
          actual: `error.code ${show(json.error.code)}`,
        }
      );
    },
  }),
  onResponse({
    id: neverBreaks,
    ...derived,
    requirement: 'No request, valid or invalid, returns a 5xx status.',
    source: 'Errors, table of codes: 4xx is the caller’s mistake, 500 the server’s',
    judge: (exchange) =>
      exchange.response.status < 500 || {
        message: 'The server returns a 5xx status.',
        expected: 'a status below 500',
        actual: describe(exchange),
      },
  }),
  onResponse({
    id: 'errors.status-is-documented',
    ...proposal,
    requirement: 'An operation returns only the statuses that the document lists for it.',
    // A proxy or gateway may return these at any time.
    when: ({ response, undocumented: beyond, operationId }) =>
      operationId !== null &&
      !beyond &&
      ![408, 414, 431, 502, 503, 504].includes(response.status) &&
      // A proposed path may be missing.
      !(response.status === 404 && isProposedOperation(operationId)),
    judge: (exchange) => {
      const operation = operations.find(({ operationId }) => operationId === exchange.operationId);
      const documented = Object.keys(operation?.responses ?? {});
      return (
        documented.includes(String(exchange.response.status)) || {
          message: `Status ${exchange.response.status} is not documented for this operation.`,
          expected: `one of ${documented.join(', ')}`,
          actual: describe(exchange),
        }
      );
    },
  }),
  onResponse({
    id: 'errors.no-stack-trace',
    ...proposal,
    level: 'MUST',
    requirement: 'A failure response contains no stack trace and no database statement.',
    source: 'Sound practice',
    on: 'failure',
    judge: (exchange) => {
      const trace = traceIn(textOf(exchange));
      return (
        trace === undefined || {
          message: 'The response contains a stack trace or a database statement.',
          expected: 'an error message without internals',
          actual: show(trace),
        }
      );
    },
  }),
  onResponse({
    id: 'errors.retry-after-is-seconds',
    ...stated,
    requirement: 'Retry-After on a 429 response is a whole number of seconds.',
    source: 'Errors, rule 1',
    on: 'failure',
    when: ({ response }) => response.status === 429 && response.headers['retry-after'] !== undefined,
    judge: ({ response: { headers, json } }) => {
      const value = headers['retry-after'] ?? '';
      if (!/^\d+$/.test(value)) {
        return {
          message: 'Retry-After is not a whole number of seconds.',
          expected: 'a whole number, such as Retry-After: 12',
          actual: `Retry-After: ${value}`,
        };
      }
      // Another quota than the limit per minute may require any wait.
      const isLimit = json?.error?.code === 'RATE_LIMIT_EXCEEDED';
      return (
        !isLimit ||
        Number(value) <= longestRetryAfter || {
          basis: 'derived',
          message: 'Retry-After is not a plausible number of seconds for a limit per minute.',
          expected: `at most ${longestRetryAfter} seconds; a number of milliseconds is not one of seconds`,
          actual: `Retry-After: ${value}`,
        }
      );
    },
  }),
];
