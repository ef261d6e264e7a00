import type { Operation } from '../../src/generated/operations.js';
import { nearest } from '../../src/text/nearest.js';
import type { ValidationIssue } from '../refusal.js';

/** The response header that names query parameters which the operation does not have. */
export const warningHeader = 'Mock-Warning';

/** Characters of a name that are repeated. */
const longestName = 50;

/** A warning for the journal and the header. */
export function warningOf(name: string, operation: Operation): string {
  return `\`${shown(name)}\` is not a query parameter of ${operation.operationId}.${suggestion(name, operation)}`;
}

/** An issue for the 422 of a mock that is strict. */
export function issueOf(name: string, operation: Operation): ValidationIssue {
  const meant = nearestParameter(name, operation);
  return {
    loc: ['query', shown(name)],
    msg: `Is not a query parameter of ${operation.operationId}.${suggestion(name, operation)}`,
    type: 'unknown_parameter',
    ...(meant === undefined ? {} : { ctx: { nearest: meant } }),
  };
}

function suggestion(name: string, operation: Operation): string {
  const meant = nearestParameter(name, operation);
  return meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
}

/** By spelling, else by words: `start_date` has the word of `start`. */
function nearestParameter(name: string, { parameters }: Operation): string | undefined {
  if (name.length > longestName) return undefined;
  const names = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
  const sent = wordsOf(name);
  return (
    nearest(name, names) ??
    names
      .filter((known) => wordsOf(known).every((word) => sent.includes(word)))
      .sort((a, b) => b.length - a.length)[0]
  );
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** Fit for a header: visible ASCII, everything else percent-encoded. */
function shown(name: string): string {
  return [...name]
    .slice(0, longestName)
    .map((character) =>
      /^[!-~]$/.test(character) ? character : encodeURIComponent(character.replace(/\p{Cs}/u, '?')),
    )
    .join('');
}
