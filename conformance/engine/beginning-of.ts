/** Truncates a text of more than `most` characters: a server can send texts of any length. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${firstOf(text, most)}… (${text.length} characters in all)`;
}

/** Returns the first characters of a text as a copy, since a slice, and in Node 26 its structured clone, holds all of the text in memory. */
export const firstOf = (text: string, most: number): string =>
  JSON.parse(JSON.stringify(text.slice(0, most)));
