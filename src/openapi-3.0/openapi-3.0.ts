import { type Json, Schemas30 } from './schemas-3.0.js';

/**
 * Converts the built document to OpenAPI 3.0.3, for tools that cannot read 3.1. Events and the components that only they
 * use are left out, because 3.0 has no webhooks.
 */
export function openapi30(document: Json): Json {
  const { webhooks: _, info, components, ...rest } = document;
  const { summary: __, license, ...title } = info;
  const converted = new Schemas30(document).convertAll({
    ...rest,
    info: {
      ...title,
      license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` },
    },
    tags: rest.tags.filter(({ name }: Json) => name !== 'events'),
    components: { ...components, examples: undefined },
  });
  converted.openapi = '3.0.3';
  converted.components.examples = { ...components.examples };
  removeUnused(converted, document);
  return converted;
}

/** Removes the components that only the removed parts referenced. */
function removeUnused(document: Json, before: Json): void {
  const referenced = referencesIn(before);
  for (let size = 0, used = referencesIn(document); size !== used.size; used = referencesIn(document)) {
    size = used.size;
    for (const [kind, group] of Object.entries<Json>(document.components)) {
      for (const name of Object.keys(group)) {
        const pointer = `#/components/${kind}/${name}`;
        if (referenced.has(pointer) && !used.has(pointer)) delete group[name];
      }
    }
  }
}

function referencesIn(document: Json): Set<string> {
  return new Set(JSON.stringify(document).match(/(?<=")#\/components\/[^"]+(?=")/g));
}
