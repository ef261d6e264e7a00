import { operations } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import { isProposedOperation } from '../../contract.js';
import { codeFor, describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { onResponse } from '../on-response.js';

const traces = [
  /\bat .+\(?[\w./\\-]+:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /goroutine \d+ \[/,
  /File ".+", line \d+/,
  /\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE\b.+\bSET\b/,
];

/** A failure's words as they are read, and not as JSON writes their line ends. */
function wordsOf({ response: { json, body } }: CompleteExchange): string {
  const words: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === 'string') words.push(part);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(json ?? body);
  return words.join('\n');
}

/** What every failure that was seen says. */
export const failureChecks: readonly Check[] = [
  onResponse({
    id: 'errors.code-fits-status',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each of the eight failure statuses comes with its own error code.',
    source: 'Errors, table of codes',
    on: 'failure',
    when: ({ response }) =>
      codeFor(response.status) !== undefined && typeof response.json?.error?.code === 'string',
    judge: (exchange) => {
      const { status, json } = exchange.response;
      const expected = codeFor(status);
      return (
        json.error.code === expected || {
          message: `Status ${status} comes with another code than ${expected}.`,
          expected: `error.code ${show(expected)}`,
          actual: `error.code ${show(json.error.code)}`,
        }
      );
    },
  }),
  onResponse({
    id: 'errors.requests-never-break-the-server',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No request, right or wrong, is answered with a 5xx status.',
    source: 'Errors, table of codes: 4xx is the caller’s mistake, 500 the server’s',
    on: 'answer',
    judge: (exchange) =>
      exchange.response.status < 500 || {
        message: 'The server fails.',
        expected: 'a status below 500',
        actual: describe(exchange),
      },
  }),
  onResponse({
    id: 'errors.status-is-documented',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An operation answers with a status that the document lists for it.',
    source: 'Proposed by this contract',
    on: 'answer',
    // Whoever stands between caller and service may answer these at any time.
    when: ({ response, beyond, operationId }) =>
      operationId !== null &&
      !beyond &&
      ![408, 414, 431, 502, 503, 504].includes(response.status) &&
      // A path that is only proposed need not exist.
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
    level: 'MUST',
    basis: 'proposed',
    requirement: 'A failure does not show the inside of the server.',
    source: 'Sound practice',
    on: 'failure',
    judge: (exchange) => {
      const words = wordsOf(exchange);
      const trace = traces.map((pattern) => pattern.exec(words)?.[0]).find(Boolean);
      return (
        trace === undefined || {
          message: 'The answer shows a stack trace, or a statement to a database.',
          expected: 'a message for the caller',
          actual: show(trace),
        }
      );
    },
  }),
  onResponse({
    id: 'errors.retry-after-is-seconds',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Where a 429 says when to come back, it says so in whole seconds.',
    source: 'Errors, rule 1',
    on: 'failure',
    when: ({ response }) => response.status === 429 && response.headers['retry-after'] !== undefined,
    judge: (exchange) => {
      const value = exchange.response.headers['retry-after'];
      return (
        (value !== undefined && /^\d+$/.test(value)) || {
          message: 'Retry-After is not a number of seconds.',
          expected: 'Retry-After: 12, for example',
          actual: `Retry-After: ${value}`,
        }
      );
    },
  }),
];
