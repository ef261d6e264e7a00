// @ts-check
import { bundle, loadConfig } from '@redocly/openapi-core';
import { stringify } from 'yaml';

/**
 * Joins the split document into one without references to other files.
 *
 * @param {string} path of the root document
 * @returns {Promise<{ document: Record<string, any>, yaml: string, json: string }>}
 * @throws {Error} when a reference does not resolve or two components clash in name
 */
export async function bundleDocument(path) {
  const config = await loadConfig();
  const { bundle: result, problems } = await bundle({ ref: path, config });
  // A clash of names is only a warning there, and would rename a component behind our back.
  if (problems.length > 0) {
    throw new Error(
      `The document does not bundle:\n${problems.map((problem) => `- ${problem.message} (${problem.location[0]?.source.absoluteRef ?? path})`).join('\n')}`,
    );
  }
  const document = sortComponents(result.parsed);
  return {
    document,
    yaml: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
    json: `${JSON.stringify(document, null, 2)}\n`,
  };
}

/**
 * Components in order of name, so that the bundle does not change with the order of paths.
 *
 * @param {Record<string, any>} document
 */
function sortComponents(document) {
  const components = Object.fromEntries(
    Object.entries(document.components ?? {}).map(([kind, group]) => [
      kind,
      Object.fromEntries(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
  return { ...document, components };
}
