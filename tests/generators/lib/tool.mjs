// @ts-check
import { stripVTControlCharacters } from 'node:util';

/**
 * A tool that reads the document.
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} version
 * @property {'client' | 'server stub' | 'other'} kind
 * @property {'3.1' | '3.0'} document the version of OpenAPI that it reads
 * @property {string} [setting] what it needs, in Markdown (default: nothing)
 * @property {(context: Context) => Promise<Outcome>} run throws what went wrong
 */

/**
 * @typedef {object} Outcome
 * @property {string} result what was done with success, such as `compiles`
 * @property {number} [steps] the steps of the program that passed
 * @property {readonly string[]} [warnings] what the tool says of the document
 */

/**
 * @typedef {object} Context
 * @property {string} folder an empty folder of this tool
 * @property {string} document the file of the document as JSON
 * @property {string} url a mock that is running
 * @property {string} apiKey
 * @property {(command: string, args: readonly string[], options?: { cwd?: string, env?: Record<string, string> }) => Promise<string>} exec
 *   runs a program of the PATH, of npm or of Python, and returns its output; throws if it fails
 * @property {(name: string) => Promise<string>} copyProgram copies a folder of `programs/` and returns its new path
 */

/**
 * Counts the steps in the output of a program, which prints `ok <step>` for each.
 *
 * @param {string} output
 * @param {number} [expected]
 */
export function stepsOf(output, expected = 8) {
  const passed = [...stripVTControlCharacters(output).matchAll(/^ok /gm)].length;
  if (passed !== expected) throw new Error(`${passed} of ${expected} steps passed: ${output}`);
  return passed;
}

/**
 * Returns the lines of an output that warn.
 *
 * @param {string} output
 */
export function warningsOf(output) {
  return output.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line) && !/\b0 warnings?\b/i.test(line));
}
