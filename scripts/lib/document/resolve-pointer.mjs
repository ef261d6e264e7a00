// @ts-check

/**
 * Resolves a chain of local references.
 *
 * @param {Record<string, any>} document
 * @param {any} value an object or a reference to one
 * @param {string} pointer the location of `value`
 * @returns {{ value: any, pointer: string }} the object and its location
 */
export function dereference(document, value, pointer) {
  let at = { value, pointer };
  while (
    at.value &&
    typeof at.value === 'object' &&
    typeof at.value.$ref === 'string' &&
    Object.keys(at.value).length === 1
  ) {
    at = { value: resolvePointer(document, at.value.$ref), pointer: at.value.$ref };
  }
  return at;
}

/**
 * Resolves the reference of a schema. Keywords next to the reference, such as a default, are preserved.
 *
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema
 * @returns {Record<string, any>}
 */
export function resolveSchema(document, schema) {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...siblings } = schema;
  return { ...resolveSchema(document, resolvePointer(document, $ref)), ...siblings };
}

/**
 * @param {Record<string, any>} document
 * @param {string} pointer a JSON pointer as a URL fragment, `#/a/b`
 */
export function resolvePointer(document, pointer) {
  let value = /** @type {any} */ (document);
  for (const segment of pointer.slice(2).split('/')) {
    value = value?.[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (value === undefined) throw new Error(`${pointer} does not resolve.`);
  return value;
}

/** @param {string[]} segments */
export function pointerOf(...segments) {
  return `#/${segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
