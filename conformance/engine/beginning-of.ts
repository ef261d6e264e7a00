/** Truncates a text of more than `most` characters: a server can send texts of any length. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters in all)`;
}
