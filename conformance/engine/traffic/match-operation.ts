import type { Operation } from '../operation.js';

/** Maximum length of a path that is matched. */
const maxPathLength = 4096;

/**
 * Returns the operation of a request, if the contract has one.
 *
 * @param path percent-encoded, starting with the base path of the API
 */
export type MatchOperation = (method: string, path: string) => Operation | undefined;

/** Returns a function that matches requests to operations. */
export function operationMatcher(operations: readonly Operation[]): MatchOperation {
  // Sorted so that literal paths precede templates: `/items/overview` is not `/items/{id}`.
  const routes = operations
    .map((operation) => ({
      operation,
      pattern: patternOf(operation),
      parameters: operation.path.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters);
  return (method, path) => {
    if (path.length > maxPathLength) return undefined;
    const first = routes.find(({ pattern }) => pattern.test(path));
    // A literal path takes precedence over a template, even if it does not support the method.
    return routes.find(
      ({ operation, pattern, parameters }) =>
        parameters === first?.parameters && operation.method === method && pattern.test(path),
    )?.operation;
  };
}

function patternOf({ path }: Operation): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  // Bounded: a parameter cannot match the slash after it, and the path is short.
  return new RegExp(`^${source}$`);
}
