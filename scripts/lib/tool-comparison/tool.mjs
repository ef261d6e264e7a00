// @ts-check
/**
 * The server under test.
 *
 * @typedef {object} Target
 * @property {string} url
 * @property {readonly string[]} apiKeys API keys, the caller's first
 * @property {object} [fixtures] values that cannot be discovered through the API
 * @property {readonly string[]} [operations] operations that exhibit the fault (default: all)
 * @property {number} [seed] seed of the tool's inputs
 * @property {string} [profile] profile of this suite
 * @property {string} folder folder for the files of this run
 */
/**
 * @typedef {object} Run
 * @property {readonly string[]} findings messages that are identical in each run
 * @property {number} requests
 * @property {number} seconds
 */
/**
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} name
 * @property {string} settings the command line
 * @property {number} rateLimit rate limit of the mock for this tool, in requests per minute
 * @property {readonly number[]} seeds seeds of the runs on the correct mock that collect false alarms
 * @property {(folder: string) => Promise<string>} prepare installs the tool if it is missing, and returns its version
 * @property {(target: Target) => Promise<Run>} run
 * @property {boolean} [isSlow]
 * @property {() => string} [buildId] identifies builds with the same version
 * @property {() => Promise<void>} [close] stops the processes of the tool
 */

/** Removes the parts of a message that differ between runs. @param {string} text */
export function normalizeMessage(text) {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replaceAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
