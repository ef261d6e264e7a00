import type { Operation } from '../../src/generated/operations.js';
import { nearest } from '../../src/text/nearest.js';
import type { ValidationIssue } from '../http/http-error.js';

/** The response header with warnings about unknown query parameters. */
export const warningHeader = 'Mock-Warning';

/** Longest name in a message, in characters. */
const maxNameLength = 50;

const nameless = 'without a name, such as `=1`';

/** Returns a warning for the journal and the response header. */
export function warningOf(name: string, operation: Operation): string {
  if (name === '') return `The query has a parameter ${nameless}.`;
  return `\`${shownName(name)}\` is not a query parameter of ${operation.operationId}.${suggestion(name, operation)}`;
}

/** Returns a warning about a value that a program probably did not mean to send. */
export function missingWarning(name: string, value: string): string {
  return `\`${name}\` is the text "${value}". If the program has no value, omit the parameter.`;
}

/** Returns an issue for a 422 in strict mode. */
export function issueOf(name: string, operation: Operation): ValidationIssue {
  if (name === '')
    return { loc: ['query'], msg: `Must not have a parameter ${nameless}.`, type: 'unknown_parameter' };
  const nearestName = nearestParameter(name, operation);
  return {
    loc: ['query', shownName(name)],
    msg: `Is not a query parameter of ${operation.operationId}.${suggestion(name, operation)}`,
    type: 'unknown_parameter',
    ...(nearestName === undefined ? {} : { ctx: { nearest: nearestName } }),
  };
}

function suggestion(name: string, operation: Operation): string {
  const nearestName = nearestParameter(name, operation);
  return nearestName === undefined ? '' : ` Did you mean \`${nearestName}\`?`;
}

/** Compares the spelling, then the words: `start_date` contains `start`. */
function nearestParameter(name: string, { parameters }: Operation): string | undefined {
  if (name.length > maxNameLength) return undefined;
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

/** Percent-encodes characters that a header cannot contain. */
export function shownName(name: string): string {
  return [...name]
    .slice(0, maxNameLength)
    .map((character) =>
      /^[!-~]$/.test(character) ? character : encodeURIComponent(character.replace(/\p{Cs}/u, '?')),
    )
    .join('');
}
