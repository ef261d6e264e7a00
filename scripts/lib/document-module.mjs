// @ts-check

/**
 * The document as a module: no file to find, no import attribute that a runtime may lack.
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
