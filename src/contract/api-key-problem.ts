import { shortestSecret } from '../redaction/redact-secrets.js';

/**
 * Why a text cannot be used as an API key: it has to go out in a header, and to be found and taken
 * out wherever it is shown.
 *
 * @returns what is wrong, to be read after the name of the key, never the key itself; undefined when nothing is
 */
export function apiKeyProblem(key: string): string | undefined {
  if (/[\r\n]$/.test(key))
    return 'ends in a line end: take it off, as a file or a CI secret may have added it';
  if (/\s/.test(key)) return 'contains white space, which a bearer token cannot have';
  if (/[^\x21-\x7e]/.test(key))
    return 'contains a character that is not visible ASCII, which a bearer token cannot have';
  if (key.length < shortestSecret) {
    return `is shorter than ${shortestSecret} characters, so reports could not be cleared of it: use a longer one`;
  }
  return undefined;
}
