import { nearest } from './nearest.js';

/**
 * @returns what to say of the first option that does not exist, with the nearest that does; undefined where all do
 */
export function unknownOption(given: object, known: readonly string[]): string | undefined {
  const name = Object.keys(given).find((candidate) => !known.includes(candidate));
  if (name === undefined) return undefined;
  const meant = nearest(name, known);
  return `Unknown option '${name}'.${meant === undefined ? ` Known are ${known.join(', ')}.` : ` Did you mean '${meant}'?`}`;
}
