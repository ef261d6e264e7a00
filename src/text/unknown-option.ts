import { nearest } from './nearest.js';

/**
 * @param kind what a name is, such as `option`
 * @returns a message about the first unknown option, with the nearest known name; undefined if all options are known
 */
export function unknownOption(given: object, known: readonly string[], kind = 'option'): string | undefined {
  const name = Object.keys(given).find((candidate) => !known.includes(candidate));
  if (name === undefined) return undefined;
  const suggestion = nearest(name, known);
  const rest =
    suggestion === undefined ? `Known ${kind}s: ${known.join(', ')}.` : `Did you mean '${suggestion}'?`;
  return `Unknown ${kind} '${name.slice(0, 50)}'. ${rest}`;
}
