/**
 * Requires bounds for everything in a request: a maximum length of strings and arrays, a minimum and a maximum of
 * numbers, and no additional properties of objects.
 *
 * @param {any} operation with unresolved references, because the keywords next to a reference apply too
 * @param {null} _options
 * @param {{ document: { data: any } }} context
 */
export default function bounds(operation, _options, { document: { data } }) {
  const parameters = (operation?.parameters ?? []).map((/** @type {any} */ one) => resolveSchema(data, one));
  const bodies = Object.values(resolveSchema(data, operation?.requestBody ?? {}).content ?? {});
  const missing = [
    ...parameters.flatMap(({ name, schema }) => missingIn(data, schema, name, new Set())),
    ...bodies.flatMap((body) => missingIn(data, body?.schema, 'body', new Set())),
  ];
  return [...new Set(missing)].map((message) => ({ message }));
}

/**
 * @param {any} root
 * @param {any} schema
 * @param {string} at
 * @param {ReadonlySet<unknown>} ancestors the enclosing schemas, to detect recursion
 * @returns {string[]}
 */
function missingIn(root, schema, at, ancestors) {
  if (schema === null || typeof schema !== 'object' || ancestors.has(schema)) return [];
  const within = new Set(ancestors).add(schema);
  const all = resolveSchema(root, schema);
  if (all.enum !== undefined || all.const !== undefined) return [];
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => all[keyword] ?? []);
  return [
    ...missingKeywords(all).map((keyword) => `Add ${keyword} to \`${at}\`.`),
    ...Object.entries(all.properties ?? {}).flatMap(([name, property]) =>
      missingIn(root, property, `${at}.${name}`, within),
    ),
    ...missingIn(root, all.items, `${at}[]`, within),
    ...parts.flatMap((part) => missingIn(root, part, at, within)),
  ];
}

/** @param {any} schema @returns {string[]} the keywords that this schema lacks */
function missingKeywords(schema) {
  const types = [schema.type ?? []].flat();
  const has = (/** @type {string[]} */ ...keywords) =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  const missing = [];
  if (types.includes('string') && !has('maxLength')) missing.push('`maxLength`');
  if (types.includes('array') && !has('maxItems')) missing.push('`maxItems`');
  if (types.includes('object') && schema.additionalProperties !== false)
    missing.push('`additionalProperties: false`');
  if (!types.includes('number') && !types.includes('integer')) return missing;
  if (!has('minimum', 'exclusiveMinimum')) missing.push('`minimum`');
  if (!has('maximum', 'exclusiveMaximum')) missing.push('`maximum`');
  return missing;
}

/** @param {any} root @param {any} schema @returns {any} the resolved schema; the keywords next to a reference override it */
function resolveSchema(root, { $ref, ...siblings }) {
  if (typeof $ref !== 'string') return siblings;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((value, segment) => value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return { ...resolveSchema(root, target ?? {}), ...siblings };
}
