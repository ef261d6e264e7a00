// @ts-check

/**
 * What can be searched for: `[kind, title, address, text]`, short names as a reader downloads it.
 *
 * @typedef {[kind: string, title: string, path: string, text: string]} SearchEntry
 */

/**
 * A script, not JSON, as a page that was opened from a disk may load scripts but not fetch.
 *
 * @param {SearchEntry[]} entries
 */
export function searchScript(entries) {
  return `globalThis.searchIndex = ${JSON.stringify(entries)};\n`;
}
