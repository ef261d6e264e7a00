// @ts-check

/**
 * Follows a chain of local references to the object they stand for.
 *
 * @param {Record<string, any>} document
 * @param {any} value an object or a reference to one
 * @param {string} pointer where `value` stands
 * @returns {{ value: any, pointer: string }} the object and where it really stands
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
 * A schema with its reference followed; what stands beside the reference, such as a default, is kept.
 *
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema
 * @returns {Record<string, any>}
 */
export function followed(document, schema) {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...beside } = schema;
  return { ...followed(document, resolvePointer(document, $ref)), ...beside };
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
  if (value === undefined) throw new Error(`Nothing stands at ${pointer}.`);
  return value;
}

/** @param {string[]} segments */
export function pointerOf(...segments) {
  return `#/${segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
