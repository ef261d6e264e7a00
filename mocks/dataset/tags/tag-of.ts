/** The value under a tag key, whatever the key is called; undefined where there is no such tag. */
export function tagOf(tags: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(tags, key) ? tags[key] : undefined;
}
