// @ts-check
import { Schemas30 } from './schemas-3.0.mjs';

/** @typedef {Record<string, any>} Json */

/**
 * Converts the built document to OpenAPI 3.0.3, for tools that cannot read 3.1. Events and the components that only they
 * use are left out, because 3.0 has no webhooks.
 *
 * @param {Json} document
 * @returns {Json}
 */
export function openapi30(document) {
  const { webhooks: _, info, components, ...rest } = document;
  const { summary: __, license, ...title } = info;
  const converted = new Schemas30(document).convertAll({
    ...rest,
    info: {
      ...title,
      license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` },
    },
    tags: rest.tags.filter((/** @type {Json} */ { name }) => name !== 'events'),
    components: { ...components, examples: undefined },
  });
  converted.openapi = '3.0.3';
  converted.components.examples = { ...components.examples };
  removeUnused(converted, document);
  return converted;
}

/** Removes the components that only the removed parts referenced. @param {Json} document @param {Json} before */
function removeUnused(document, before) {
  const referenced = referencesIn(before);
  for (let size = 0, used = referencesIn(document); size !== used.size; used = referencesIn(document)) {
    size = used.size;
    for (const [kind, group] of Object.entries(document.components)) {
      for (const name of Object.keys(group)) {
        const pointer = `#/components/${kind}/${name}`;
        if (referenced.has(pointer) && !used.has(pointer)) delete group[name];
      }
    }
  }
}

/** @param {Json} document */
function referencesIn(document) {
  return new Set(JSON.stringify(document).match(/(?<=")#\/components\/[^"]+(?=")/g));
}
