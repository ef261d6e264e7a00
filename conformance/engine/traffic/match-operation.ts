import { type Operation, operations } from '../../../src/generated/operations.js';

/** Maximum length of a path that is matched. */
const maxPathLength = 4096;

/** Sorted so that literal paths precede templates: `/commitments/overview` is not `/commitments/{id}`. */
const routes = operations
  .map((operation) => ({
    operation,
    pattern: patternOf(operation),
    parameters: operation.path.split('{').length,
  }))
  .sort((a, b) => a.parameters - b.parameters);

function patternOf({ path }: Operation): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  // Bounded: a parameter cannot match the slash after it, and the path is short.
  return new RegExp(`^${source}$`);
}

/**
 * Returns the operation of a request, if the contract has one.
 *
 * @param path percent-encoded, starting with `/api/v1`
 */
export function matchOperation(method: string, path: string): Operation | undefined {
  if (path.length > maxPathLength) return undefined;
  const first = routes.find(({ pattern }) => pattern.test(path));
  // A literal path takes precedence over a template, even if it does not support the method.
  return routes.find(
    ({ operation, pattern, parameters }) =>
      parameters === first?.parameters && operation.method === method && pattern.test(path),
  )?.operation;
}
