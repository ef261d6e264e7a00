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
  const reasons = [
    ...problems.map(({ message, location }) => `${message} (${location[0]?.source.absoluteRef ?? path})`),
    ...renamedComponents(result.parsed.components ?? {}),
  ];
  if (reasons.length > 0) {
    throw new Error(`The document does not bundle:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`);
  }
  const document = sortComponents(result.parsed);
  return {
    document,
    yaml: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
    json: JSON.stringify(document),
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

/**
 * Where two components of one kind have one name, Redocly renames the second after its file, to
 * `file_Name`, and says nothing. Names of ours have no underscore.
 *
 * @param {Record<string, Record<string, any>>} components
 * @returns {string[]} what to do about each
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
