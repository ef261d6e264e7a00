// @ts-check

/**
 * What can be searched for: `[kind, title, address, text]`, short names as a reader downloads it.
 *
 * @typedef {[kind: string, title: string, path: string, text: string]} SearchEntry
 *
 * @typedef {{ name: string, address: string, title: string, description: string }} SeenField a field
 *   or a parameter, and the title of its page
 */

/**
 * Everything that has a name on the site.
 *
 * @param {object} found
 * @param {Record<string, any>} found.document
 * @param {import('./operations.mjs').OperationPage[]} found.operations
 * @param {import('./written-pages.mjs').WrittenPage[]} found.texts
 * @param {SeenField[]} found.fields
 * @param {readonly { id: string, requirement: string }[]} found.checks
 * @param {Record<string, number>} found.statusOfCode
 * @returns {SearchEntry[]}
 */
export function searchEntries({ document, operations, texts, fields, checks, statusOfCode }) {
  return [
    ...operations.map(({ page, short, operation, path, method }) =>
      entry(
        operation.deprecated ? 'deprecated' : 'operation',
        operation.summary,
        page,
        `${method.toUpperCase()} ${path} ${operation.operationId} ${short}`,
      ),
    ),
    ...texts.flatMap(({ path, title, description = '', headings }) => [
      entry('guide', title, path, description),
      ...headings
        .filter(({ depth }) => depth === 2)
        .map(({ id, text }) => entry('guide', text, `${path}#${id}`, title)),
    ]),
    ...Object.entries(statusOfCode).map(([code, status]) =>
      entry('error', code, `reference/errors.html#${code}`, `Error code of status ${status}`),
    ),
    ...Object.entries(document.webhooks).map(([name, { post }]) =>
      entry('event', name, `reference/events.html#${name}`, post.summary),
    ),
    ...Object.entries(document.components.schemas).map(([name, { description = '' }]) =>
      entry('schema', name, `reference/schemas.html#${name}`, firstLine(description)),
    ),
    ...fields.map(({ name, address, title, description }) =>
      entry('field', name, address, `${title}: ${firstLine(description)}`),
    ),
    ...checks.map(({ id, requirement }) => entry('check', id, `checks.html#${id}`, requirement)),
  ];
}

/**
 * A script, not JSON, as a page that was opened from a disk may load scripts but not fetch.
 *
 * @param {SearchEntry[]} entries
 */
export function searchScript(entries) {
  return `globalThis.searchIndex = ${JSON.stringify(entries)};\n`;
}

/** @param {SearchEntry} parts @returns {SearchEntry} */
const entry = (...parts) => parts;

/** @param {string} text */
function firstLine(text) {
  return text.split('\n')[0]?.replaceAll('`', '').slice(0, 140) ?? '';
}
