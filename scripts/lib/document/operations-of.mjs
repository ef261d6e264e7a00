// @ts-check
import { dereference, pointerOf } from './resolve-pointer.mjs';

const methods = /** @type {const} */ (['get', 'put', 'post', 'delete', 'patch']);

/**
 * Returns the operations of the bundled document in document order, with references to parameters, bodies and responses
 * resolved.
 *
 * @param {Record<string, any>} document
 */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const operation = item[method];
        const base = ['paths', path, method];
        const follow = (/** @type {any} */ value, /** @type {string[]} */ ...segments) =>
          dereference(document, value, pointerOf(...base, ...segments));
        return {
          path,
          method,
          operation,
          pathItem: item,
          pointer: pointerOf(...base),
          parameters: [
            ...(item.parameters ?? []).map((/** @type {any} */ parameter, /** @type {number} */ index) =>
              dereference(document, parameter, pointerOf('paths', path, 'parameters', String(index))),
            ),
            ...(operation.parameters ?? []).map((/** @type {any} */ parameter, /** @type {number} */ index) =>
              follow(parameter, 'parameters', String(index)),
            ),
          ],
          requestBody: operation.requestBody ? follow(operation.requestBody, 'requestBody') : null,
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [
              status,
              follow(response, 'responses', status),
            ]),
          ),
        };
      }),
  );
}
