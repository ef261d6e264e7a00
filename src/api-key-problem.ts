import { shortestSecret } from './redaction/redact-secrets.js';

/**
 * Checks that a text can be used as an API key: it must be a valid header value, and long enough to be redacted from
 * reports.
 *
 * @returns the problem as a predicate to follow the name of the key, without the key itself; undefined if there is none
 */
export function apiKeyProblem(key: string): string | undefined {
  if (/[\r\n]$/.test(key))
    return 'ends with a line break, which a file or a CI secret may have added: remove it';
  if (/\s/.test(key)) return 'contains white space, which is not allowed in a bearer token';
  if (/[^\x21-\x7e]/.test(key))
    return 'contains a character that is not visible ASCII, which is not allowed in a bearer token';
  if (key.length < shortestSecret) {
    return `is shorter than ${shortestSecret} characters, which is too short to redact it from reports: use a longer key`;
  }
  return undefined;
}
