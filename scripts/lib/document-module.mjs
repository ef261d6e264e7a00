// @ts-check

/**
 * Returns the document as a module, which needs no file access and no import attributes.
 *
 * @param {string} json
 * @returns {Record<string, string>}
 */
export function documentModule(json) {
  return {
    'document.js': `export const document = JSON.parse(${JSON.stringify(json)});\n`,
    'document.d.ts':
      '/** The bundled OpenAPI 3.1 document. */\nexport declare const document: Readonly<Record<string, any>>;\n',
  };
}
