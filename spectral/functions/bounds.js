/**
 * What a caller can send has an end: a text and a list have a greatest length, a number has a smallest and a
 * greatest value, and an object has the members it names and no others.
 *
 * @param {any} operation whose references are unresolved, as what is beside one counts
 * @param {null} _options
 * @param {{ document: { data: any } }} context
 */
export default function bounds(operation, _options, { document: { data } }) {
  const parameters = (operation?.parameters ?? []).map((/** @type {any} */ one) => followed(data, one));
  const bodies = Object.values(followed(data, operation?.requestBody ?? {}).content ?? {});
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
 * @param {ReadonlySet<unknown>} above the schemas around this one, which may refer to themselves
 * @returns {string[]}
 */
function missingIn(root, schema, at, above) {
  if (schema === null || typeof schema !== 'object' || above.has(schema)) return [];
  const within = new Set(above).add(schema);
  const all = followed(root, schema);
  if (all.enum !== undefined || all.const !== undefined) return [];
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => all[word] ?? []);
  return [
    ...ownIn(all).map((words) => `Give \`${at}\` ${words}.`),
    ...Object.entries(all.properties ?? {}).flatMap(([name, property]) =>
      missingIn(root, property, `${at}.${name}`, within),
    ),
    ...missingIn(root, all.items, `${at}[]`, within),
    ...parts.flatMap((part) => missingIn(root, part, at, within)),
  ];
}

/** @param {any} schema @returns {string[]} what this schema itself lacks */
function ownIn(schema) {
  const types = [schema.type ?? []].flat();
  const has = (/** @type {string[]} */ ...words) => words.some((word) => schema[word] !== undefined);
  const lacks = [];
  if (types.includes('string') && !has('maxLength')) lacks.push('a `maxLength`');
  if (types.includes('array') && !has('maxItems')) lacks.push('a `maxItems`');
  if (types.includes('object') && schema.additionalProperties !== false)
    lacks.push('`additionalProperties: false`');
  if (!types.includes('number') && !types.includes('integer')) return lacks;
  if (!has('minimum', 'exclusiveMinimum')) lacks.push('a `minimum`');
  if (!has('maximum', 'exclusiveMaximum')) lacks.push('a `maximum`');
  return lacks;
}

/** @param {any} root @param {any} schema @returns {any} what stands beside a reference is laid over it */
function followed(root, { $ref, ...beside }) {
  if (typeof $ref !== 'string') return beside;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((value, segment) => value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return { ...followed(root, target ?? {}), ...beside };
}
