// @ts-check
import { operationsOf } from '../document/operations-of.mjs';
import { resolveSchema } from '../document/resolve-pointer.mjs';

/**
 * Generates the table of the client's methods.
 *
 * @param {Record<string, any>} document
 * @param {string} version the version of the package
 * @returns {string} a TypeScript module
 */
export function methodsModule(document, version) {
  const entries = operationsOf(document).map(({ path, method, operation, parameters }) => {
    const sent = parameters.map(({ value }) => value).filter((value) => value.in !== 'header');
    const members = [
      `method: '${method}'`,
      `path: '${path}'`,
      ...(sent.length > 0
        ? [`parameters: '${sent.map((value) => nameAndType(document, value)).join(' ')}'`]
        : []),
      ...(sent.some(({ name }) => name === 'page_size') ? ['paged: true'] : []),
    ];
    return `  ${operation.operationId}: { ${members.join(', ')} },`;
  });
  return `// Generated from openapi.yaml by \`npm run build\`.

/** The version of the package. */
export const packageVersion = '${version}';

/**
 * Method and path of each operation, its path and query parameters, and whether its response is a page of a list.
 * A parameter is a string unless its name is followed by another type: \`page:integer\`.
 */
export const operationMethods = {
${entries.join('\n')}
} as const;
`;
}

/**
 * @param {Record<string, any>} document
 * @param {Record<string, any>} parameter
 */
function nameAndType(document, { name, schema }) {
  const { type } = resolveSchema(document, schema);
  return type === 'string' ? name : `${name}:${type}`;
}
