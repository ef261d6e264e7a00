import { nearest } from './nearest.js';

/**
 * @returns a message about the first unknown option, with the nearest known name; undefined if all options are known
 */
export function unknownOption(given: object, known: readonly string[]): string | undefined {
  const name = Object.keys(given).find((candidate) => !known.includes(candidate));
  if (name === undefined) return undefined;
  const suggestion = nearest(name, known);
  return `Unknown option '${name}'.${suggestion === undefined ? ` Known options: ${known.join(', ')}.` : ` Did you mean '${suggestion}'?`}`;
}
