/** The value of a tag, or undefined; safe for keys such as `constructor`. */
export function tagOf(tags: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(tags, key) ? tags[key] : undefined;
}
