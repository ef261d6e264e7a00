import { type Operation, operations } from '../../src/generated/operations.js';

/** Longer than this, a path is nobody's. */
const longestPath = 4096;

/** Paths without parameters come first: `overview` is no id. */
const routes = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: operation.path.split('{').length,
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** @param path percent-encoded, beginning with `/api/v1` */
export function matchOperation(method: string, path: string): Operation | undefined {
  if (path.length > longestPath) return undefined;
  const first = routes.find(({ pattern }) => pattern.test(path));
  // A literal path hides one with a parameter in its place, whatever the method.
  return routes.find(
    ({ operation, pattern, parameters }) =>
      parameters === first?.parameters && operation.method === method && pattern.test(path),
  )?.operation;
}
