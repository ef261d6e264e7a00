/** The deprecation of an operation. */
export interface Deprecation {
  /** When the operation was or will be deprecated; null if the server does not send a date. */
  readonly since: Date | null;
  /** The path to use instead, from `Link` with `rel="successor-version"`, or null. */
  readonly successor: string | null;
}

/**
 * Parses `Deprecation: @1767225600` (RFC 9745) and the `Link` to the successor.
 *
 * @returns null if the response has no `Deprecation` header
 */
export function parseDeprecation(headers: Headers): Deprecation | null {
  const field = headers.get('deprecation');
  if (field === null) return null;
  const seconds = /^@(-?\d{1,12})$/.exec(field.trim())?.[1];
  const link = /<([^<>]*)>[^,<]*;\s*rel="?successor-version\b/i.exec(headers.get('link') ?? '');
  return {
    since: seconds === undefined ? null : new Date(Number(seconds) * 1_000),
    successor: link?.[1] ?? null,
  };
}
