const methods = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Finds objects and enums of the built document that are not components.
 *
 * @param {any} document without resolved references
 */
export default function namedSchemas({ paths = {}, components = {} }) {
  const { schemas = {}, parameters = {} } = components;
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      partsOf(schema).flatMap(([part, keys]) => unnamed(part, ['components', 'schemas', name, ...keys])),
    ),
    ...Object.entries(parameters).flatMap(([name, { schema }]) =>
      unnamed(schema, ['components', 'parameters', name, 'schema']),
    ),
    ...Object.entries(paths).flatMap(([path, item]) =>
      methods.flatMap((method) => unnamedIn(item[method] ?? {}, ['paths', path, method])),
    ),
  ];
}

/** @param {any} operation @param {readonly (string | number)[]} at */
function unnamedIn({ parameters = [], requestBody, responses = {} }, at) {
  const bodies = Object.entries({ requestBody, ...responses }).map(([key, body]) => ({
    schema: body?.content?.['application/json']?.schema,
    at: [
      ...at,
      ...(key === 'requestBody' ? [key] : ['responses', key]),
      'content',
      'application/json',
      'schema',
    ],
  }));
  return [
    ...parameters.flatMap((/** @type {any} */ { schema }, /** @type {number} */ index) =>
      unnamed(schema, [...at, 'parameters', index, 'schema']),
    ),
    ...bodies.flatMap((body) => unnamed(body.schema, body.at)),
  ];
}

/**
 * @param {any} schema
 * @param {readonly (string | number)[]} path
 * @returns {{ message: string, path: (string | number)[] }[]}
 */
function unnamed(schema, path) {
  if (!schema) return [];
  const inside = partsOf(schema).flatMap(([part, keys]) => unnamed(part, [...path, ...keys]));
  if (schema.properties) return [{ message: 'the object', path: [...path] }, ...inside];
  return schema.enum ? [{ message: 'the enum', path: [...path] }, ...inside] : inside;
}

/**
 * Returns the direct subschemas of a schema with the keys that lead to them.
 *
 * @param {any} schema
 * @returns {[any, (string | number)[]][]}
 */
function partsOf(schema) {
  const lists = ['oneOf', 'anyOf'].flatMap((word) =>
    (schema[word] ?? []).map((/** @type {any} */ part, /** @type {number} */ index) => [part, [word, index]]),
  );
  const single = ['items', 'additionalProperties'].filter((word) => typeof schema[word] === 'object');
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [part, ['properties', name]]),
    ...single.map((word) => [schema[word], [word]]),
    ...lists,
  ];
}
