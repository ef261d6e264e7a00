/** A text as it is, or only its beginning: a server may send as much as it likes, and reports stay readable. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters in all)`;
}
