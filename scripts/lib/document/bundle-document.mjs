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
  markProperties(result.parsed);
  return flattenAllOf(sortComponents(result.parsed));
}

const proposed = 'proposed';
/** What follows `x-provenance` in a schema. */
const afterProvenance = [
  'x-unit',
  'x-rules-none',
  'description',
  'required',
  'properties',
  'items',
  'examples',
];

/**
 * Marks each property of a schema that is proposed, or has `x-provenance: { properties: proposed }`: readers of the bundle find the
 * mark where it applies.
 *
 * @param {any} value
 */
function markProperties(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) markProperties(part);
  const provenance = value['x-provenance'];
  if (!value.properties || (provenance !== proposed && provenance?.properties !== proposed)) return;
  if (provenance !== proposed) {
    const { properties: _, ...others } = provenance;
    if (Object.keys(others).length > 0) value['x-provenance'] = others;
    else delete value['x-provenance'];
  }
  for (const [name, property] of Object.entries(value.properties)) {
    const entries = Object.entries(property);
    const at = entries.findIndex(([key]) => afterProvenance.includes(key));
    entries.splice(at < 0 ? entries.length : at, 0, ['x-provenance', proposed]);
    value.properties[name] = Object.fromEntries(entries);
  }
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
