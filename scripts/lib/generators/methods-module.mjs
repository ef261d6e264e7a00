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
    const names = sent.map((value) => nameAndType(document, value));
    return `  ${operation.operationId}: '${[method.toUpperCase(), path, ...names].join(' ')}',`;
  });
  return `// Generated from openapi.yaml by \`npm run build\`.

/** The version of the package. */
export const packageVersion = '${version}';

/**
 * Method and path of each operation, and its path and query parameters. A parameter is a string unless its name is followed
 * by another type: \`page:integer\`. One text each, since a client downloads it.
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
