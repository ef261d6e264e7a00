/** Returns the decoded fragment of a URL without its `#`. One with an invalid escape is returned as it is. */
export function fragmentOf({ hash }: Pick<Location, 'hash'>): string {
  const fragment = hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
