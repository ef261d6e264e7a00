// @ts-check
import { randomUUID } from 'node:crypto';
import { operationsOf } from './operations-of.mjs';
import { dereference, resolveSchema } from './resolve-pointer.mjs';

/**
 * Returns requests built from the examples of an OpenAPI document. For each operation: a request with the required
 * parameters only, and one for each value of each optional parameter, combined with all examples of its path and body.
 *
 * @param {any} document
 * @param {string} apiKey
 * @returns {{ operationId: string, method: string, target: string, headers: Record<string, string>, body: string | null }[]}
 * @throws {Error} if a required parameter has no example
 */
export function exampleRequests(document, apiKey) {
  return operationsOf(document).flatMap(({ path, method, operation, parameters, requestBody }) => {
    const { operationId } = operation;
    const specs = parameters.map(({ value }) => ({ ...value, values: valuesOf(document, value) }));
    const required = (/** @type {string} */ place) =>
      specs
        .filter((spec) => spec.in === place && spec.required)
        .map((spec) => {
          if (spec.values.length === 0) throw new Error(`${operationId}: ${spec.name} has no example.`);
          return spec;
        });
    const paths = required('path').reduce(
      (/** @type {string[]} */ all, /** @type {any} */ { name, values }) =>
        all.flatMap((one) =>
          values.map((/** @type {unknown} */ value) =>
            one.replace(`{${name}}`, encodeURIComponent(String(value))),
          ),
        ),
      [path],
    );
    /** @type {[string, unknown][]} */
    const base = required('query').map(({ name, values }) => [name, values[0]]);
    /** @type {[string, unknown][][]} */
    const queries = [
      base,
      ...specs
        .filter((spec) => spec.in === 'query')
        .flatMap(({ name, values }) =>
          values.map((/** @type {unknown} */ value) => [
            ...base.filter(([other]) => other !== name),
            [name, value],
          ]),
        ),
    ];
    const searches = new Set(
      queries.map((pairs) =>
        String(new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))),
      ),
    );
    const bodies = Object.values(
      requestBody?.value.content['application/json']?.examples ?? { none: null },
    ).map((example) => (example === null ? null : dereference(document, example, '').value.value));
    return paths.flatMap((/** @type {string} */ path) =>
      [...searches].flatMap((query) =>
        bodies.map((body) => ({
          operationId,
          method: method.toUpperCase(),
          target: query === '' ? path : `${path}?${query}`,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(body === null ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
          },
          body: body === null ? null : JSON.stringify(body),
        })),
      ),
    );
  });
}

/** @param {any} document @param {any} parameter @returns {readonly any[]} */
function valuesOf(document, { schema, example, examples }) {
  const {
    enum: members,
    examples: exampleValues,
    default: fallback,
    items,
  } = resolveSchema(document, schema);
  if (example !== undefined) return [example];
  if (examples) return Object.values(examples).map((one) => dereference(document, one, '').value.value);
  const list = members ?? exampleValues ?? (fallback === undefined ? [] : [fallback]);
  if (list.length > 0) return list.filter((/** @type {any} */ value) => value !== null);
  return items ? valuesOf(document, { schema: items }) : [];
}
