// @ts-check
import { operationsOf } from './operations-of.mjs';

/**
 * Generates the table of the client's named methods.
 *
 * @param {Record<string, any>} document
 * @returns {string} a TypeScript module
 */
export function methodsModule(document) {
  const entries = operationsOf(document).map(({ path, method, operation, parameters }) => {
    const paged = parameters.some(({ value }) => value.name === 'page_size');
    return `  ${operation.operationId}: { method: '${method}', path: '${path}'${paged ? ', paged: true' : ''} },`;
  });
  return `// Generated from openapi.yaml by \`npm run build\`.

/** Method and path of each operation, and whether its response is a page of a list. */
export const operationMethods = {
${entries.join('\n')}
} as const;
`;
}
