import { shownName } from '../validation/unknown-parameters.js';

/** The preferences of a `Prefer` header that the mock supports. */
export interface Preference {
  readonly code: string | null;
  readonly example: string | null;
  readonly dynamic: boolean;
}

/**
 * Parses a `Prefer` header (RFC 7240): `code=404, example=unknown-id`, `dynamic=true`.
 *
 * @returns null if the header contains no supported preference
 */
export function readPrefer(header: string | undefined): Preference | null {
  if (header === undefined) return null;
  const preferences = preferencesOf(header);
  const code = preferences.get('code') ?? null;
  const example = preferences.get('example') ?? null;
  const dynamic = preferences.get('dynamic') === 'true';
  return code === null && example === null && !dynamic ? null : { code, example, dynamic };
}

/** Preferences of the mock, and those of RFC 7240, which it may ignore. */
const known = ['code', 'example', 'dynamic', 'respond-async', 'return', 'wait', 'handling'];

const mostWarnings = 3;

/** Returns a warning of each preference that nobody knows, such as `cod=429`. */
export function preferWarnings(header: string | undefined): string[] {
  if (header === undefined) return [];
  return [...preferencesOf(header).keys()]
    .filter((name) => name !== '' && !known.includes(name))
    .slice(0, mostWarnings)
    .map(
      (name) =>
        `\`Prefer: ${shownName(name)}\` is ignored. The mock supports \`code\`, \`example\` and \`dynamic\`.`,
    );
}

function preferencesOf(header: string): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const preference of header.split(/[,;]/)) {
    const [name = '', ...value] = preference.split('=');
    preferences.set(
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  return preferences;
}
