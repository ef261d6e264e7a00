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
  const code = preferences.get('code') ?? null;
  const example = preferences.get('example') ?? null;
  const dynamic = preferences.get('dynamic') === 'true';
  return code === null && example === null && !dynamic ? null : { code, example, dynamic };
}
