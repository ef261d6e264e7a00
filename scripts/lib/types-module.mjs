// @ts-check
import openapiTypescript, { astToString } from 'openapi-typescript';

/**
 * @param {Record<string, any>} document
 * @returns {Promise<string>} types of paths, operations and components
 */
export async function typesModule(document) {
  const nodes = await openapiTypescript(/** @type {any} */ (structuredClone(document)), {
    // Who sends a body may leave out what has a default; answers list theirs as required.
    defaultNonNullable: false,
  });
  return `// Generated from openapi.yaml by \`npm run build\`.\n${astToString(nodes)}`;
}
