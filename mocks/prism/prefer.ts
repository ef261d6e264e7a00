/** What a `Prefer` header asks the document for. */
export interface Preference {
  readonly code: string | null;
  readonly example: string | null;
  readonly dynamic: boolean;
}

/**
 * Reads a `Prefer` header (RFC 7240): `code=404, example=unknown-id`, `dynamic=true`.
 *
 * @returns null when it asks for nothing the mock knows
 */
export function readPrefer(header: string | undefined): Preference | null {
  if (header === undefined) return null;
  const asked = new Map<string, string>();
  for (const preference of header.split(/[,;]/)) {
    const [name = '', ...value] = preference.split('=');
    asked.set(
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  const code = asked.get('code') ?? null;
  const example = asked.get('example') ?? null;
  const dynamic = asked.get('dynamic') === 'true';
  return code === null && example === null && !dynamic ? null : { code, example, dynamic };
}
