// @ts-check

/** @type {(text: string) => string} */
const declaration = (text) =>
  `/** ${text} */\nexport declare const document: Readonly<Record<string, any>>;\n`;

/** @type {(json: string) => string} */
const moduleOf = (json) => `export const document = JSON.parse(${JSON.stringify(json)});\n`;

/**
 * Returns the document as modules, which need no file access and no import attributes: a short one without descriptions
 * and rules, which are more than half of it when compressed, and the full one for the suite, which reads the rules.
 *
 * @param {string} json
 * @returns {Record<string, string>}
 */
export function documentModules(json) {
  return {
    'document.js': moduleOf(JSON.stringify(shortened(JSON.parse(json)))),
    'document.d.ts': declaration('The bundled OpenAPI 3.1 document, without descriptions and rules.'),
    'full-document.js': moduleOf(json),
    'full-document.d.ts': declaration('The bundled OpenAPI 3.1 document.'),
  };
}

/** Keys whose values are data, in which a description is a member like any other. */
const dataKeys = new Set(['const', 'default', 'enum', 'example', 'value']);

/** @param {any} part @returns {any} */
function shortened(part) {
  if (Array.isArray(part)) return part.map(shortened);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => {
      if (dataKeys.has(key)) return [[key, value]];
      // A property with such a name has a schema, neither a text nor a list.
      if ((key === 'description' || key === 'x-rules-none') && typeof value === 'string') return [];
      if (key === 'x-rules' && Array.isArray(value)) return [];
      // Examples are an object of examples with a value, or a list of values in a schema.
      return [[key, key === 'examples' && Array.isArray(value) ? value : shortened(value)]];
    }),
  );
}
