// @ts-check
import { bundle, loadConfig } from '@redocly/openapi-core';
import { flattenAllOf } from './flatten-all-of.mjs';

/**
 * Bundles the split document into one without references to other files and without `allOf`.
 *
 * @param {string} path path of the root document
 * @returns {Promise<Record<string, any>>}
 * @throws {Error} if a reference does not resolve or two components have the same name
 */
export async function bundleDocument(path) {
  const config = await loadConfig();
  const { bundle: result, problems } = await bundle({ ref: path, config });
  const reasons = [
    ...problems.map(({ message, location }) => `${message} (${location[0]?.source.absoluteRef ?? path})`),
    ...renamedComponents(result.parsed.components ?? {}),
  ];
  if (reasons.length > 0) {
    throw new Error(`Cannot bundle the document:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`);
  }
  return flattenAllOf(sortComponents(result.parsed));
}

/**
 * Sorts components by name, so that the bundle does not depend on the order of paths.
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

/**
 * Finds components that Redocly renamed: if two components of the same kind have the same name, it silently renames the
 * second one to `file_Name`. Component names of this document contain no underscore.
 *
 * @param {Record<string, Record<string, any>>} components
 * @returns {string[]} an error message for each
 */
function renamedComponents(components) {
  return Object.entries(components).flatMap(([kind, group]) =>
    Object.keys(group)
      .filter((name) => name.includes('_'))
      .map((name) => {
        const [file, ...rest] = name.split('_');
        return `Two ${kind} are named ${rest.join('_')}; rename the one in ${file}.yaml.`;
      }),
  );
}
