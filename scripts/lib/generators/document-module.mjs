// @ts-check

/**
 * Returns the document as a module, which needs no file access and no import attributes. Without descriptions, which
 * are a third of the package when compressed: readers find them in `openapi.yaml` and in the types.
 *
 * @param {string} json
 * @returns {Record<string, string>}
 */
export function documentModule(json) {
  const short = JSON.stringify(withoutDescriptions(JSON.parse(json)));
  return {
    'document.js': `export const document = JSON.parse(${JSON.stringify(short)});\n`,
    'document.d.ts':
      '/** The bundled OpenAPI 3.1 document, without descriptions. */\nexport declare const document: Readonly<Record<string, any>>;\n',
  };
}

/** Keys whose values are data, in which a description is a member like any other. */
const dataKeys = new Set(['const', 'default', 'enum', 'example', 'value']);

/** @param {any} part @returns {any} */
function withoutDescriptions(part) {
  if (Array.isArray(part)) return part.map(withoutDescriptions);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => {
      if (dataKeys.has(key)) return [[key, value]];
      // A property with this name has a schema, not a text.
      if (['description', 'x-rules-none'].includes(key) && typeof value === 'string') return [];
      // Examples are an object of examples with a value, or a list of values in a schema.
      return [[key, key === 'examples' && Array.isArray(value) ? value : withoutDescriptions(value)]];
    }),
  );
}
