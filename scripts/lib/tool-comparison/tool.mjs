// @ts-check
/**
 * What a tool is given: a server that listens.
 *
 * @typedef {object} Suspect
 * @property {string} url
 * @property {readonly string[]} apiKeys the caller's first
 * @property {object} [fixtures] what cannot be found out through the API
 * @property {readonly string[]} [operations] where its fault shows itself; the whole API when absent
 * @property {number} [seed] what the tool's inputs are grown from
 * @property {string} [profile] of our own suite
 * @property {string} folder for files of this run
 */
/**
 * @typedef {object} Run
 * @property {readonly string[]} findings what it found wrong, in words that are the same in each run
 * @property {number} requests
 * @property {number} seconds
 */
/**
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} name
 * @property {string} settings the command, as somebody would type it
 * @property {number} rateLimit requests a minute that the mock grants each key while this tool is at it
 * @property {readonly number[]} seeds with which it is run on the mock to learn what it always finds there
 * @property {(folder: string) => Promise<string>} prepare installs what is missing, and tells its version
 * @property {(suspect: Suspect) => Promise<Run>} run
 * @property {boolean} [isSlow]
 * @property {() => string} [age] what tells one state of it from another where its version does not
 * @property {() => Promise<void>} [close] ends what it has started
 */

/** Takes out of a message what differs from run to run. @param {string} text */
export function sameEachTime(text) {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replaceAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
