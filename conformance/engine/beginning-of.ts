/** Truncates a text of more than `most` characters: a server can send texts of any length. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${firstOf(text, most)}… (${text.length} characters in all)`;
}

/** Returns the first characters of a text as a copy, since a slice holds all of the text in memory, as does its structured clone. */
export const firstOf = (text: string, most: number): string =>
  JSON.parse(JSON.stringify(text.slice(0, most)));
