const methods = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Finds numbers of responses that no rule mentions and that give no reason for it.
 *
 * @param {any} document the built document, without resolved references
 */
export default function figuresWithoutRule({
  paths = {},
  components: { schemas = {}, responses = {} } = {},
}) {
  const within = (/** @type {any} */ part) => reachableFrom(schemas, part);
  const operations = Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const returned = new Map(
    operations.map(({ operationId, responses: all }) => [operationId, within(successesOf(all, responses))]),
  );
  const mentioned = mentionedNames(schemas, operations, returned, within);
  const reached = new Set([...returned.values()].flatMap((names) => [...names]));
  return [...reached].flatMap((name) =>
    numbersOf(schemas, schemas[name], ['components', 'schemas', name]).filter(
      ({ path }) => !mentioned.get(name)?.has(String(path.at(-1))),
    ),
  );
}

/**
 * The names of members that rules mention, by the schemas that these rules are about: those within the schema of the rule,
 * and all of the response where it mentions `data` or several reads.
 *
 * @param {Record<string, any>} schemas
 * @param {any[]} operations
 * @param {Map<string, Set<string>>} returned the schemas of the successes of each operation
 * @param {(part: any) => Set<string>} within
 */
function mentionedNames(schemas, operations, returned, within) {
  /** @type {Map<string, Set<string>>} */
  const mentioned = new Map();
  const add = (/** @type {Iterable<string>} */ names, /** @type {string[]} */ words) => {
    for (const name of names) mentioned.set(name, new Set([...(mentioned.get(name) ?? []), ...words]));
  };
  for (const [name, schema] of Object.entries(schemas)) {
    for (const rule of rulesIn(schema)) {
      const words = wordsOf(rule);
      add(within({ $ref: `#/components/schemas/${name}` }), words);
      if (!/\bdata\b/.test(textOf(rule))) continue;
      for (const all of returned.values()) if (all.has(name)) add(all, words);
    }
  }
  for (const operation of operations) {
    for (const rule of operation['x-rules'] ?? []) {
      const reads = [operation.operationId, ...Object.values(rule.reads ?? {}).map((read) => read.operation)];
      for (const id of reads) add(returned.get(id) ?? [], wordsOf(rule));
    }
  }
  return mentioned;
}

/** @param {any} rule */
const textOf = ({ rule, when = '', reads = {} }) => `${rule} ${when} ${JSON.stringify(reads)}`;

/** @param {any} rule @returns {string[]} the names of members */
const wordsOf = (rule) => [...textOf(rule).matchAll(/[."]([a-z_][a-z0-9_]*)/g)].map(([, word = '']) => word);

/** @param {any} part @returns {any[]} the rules of a schema and of the schemas written within it */
function rulesIn(part) {
  if (part === null || typeof part !== 'object') return [];
  return [
    ...(part['x-rules'] ?? []),
    ...Object.entries(part).flatMap(([key, value]) => (key === 'x-rules' ? [] : rulesIn(value))),
  ];
}

/** @param {{ $ref: string }} reference @returns {string} the name of the component */
const nameIn = ({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1);

/** @param {any} all @param {Record<string, any>} shared */
function successesOf(all, shared) {
  return Object.entries(all ?? {})
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (response.$ref ? shared[nameIn(response)] : response));
}

/**
 * @param {Record<string, any>} schemas
 * @param {any} part
 * @param {Set<string>} found
 * @returns {Set<string>} the names of the schemas that it references
 */
function reachableFrom(schemas, part, found = new Set()) {
  if (part === null || typeof part !== 'object') return found;
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(part.$ref ?? '') ?? [];
  if (name !== undefined && !found.has(name)) reachableFrom(schemas, schemas[name], found.add(name));
  for (const [key, value] of Object.entries(part))
    if (key !== 'examples') reachableFrom(schemas, value, found);
  return found;
}

/**
 * @param {Record<string, any>} schemas
 * @param {any} schema
 * @param {(string | number)[]} path
 * @returns {{ message: string, path: (string | number)[] }[]} its numeric properties that give no reason
 */
function numbersOf(schemas, schema, path) {
  const own = Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
    const at = [...path, 'properties', name];
    const inside = numbersOf(schemas, property, at);
    const needsRule = isNumber(schemas, property) && property['x-rules-none'] === undefined;
    return needsRule ? [{ message: `\`${name}\``, path: at }, ...inside] : inside;
  });
  return schema?.items ? [...own, ...numbersOf(schemas, schema.items, [...path, 'items'])] : own;
}

/** @param {Record<string, any>} schemas @param {any} schema @returns {boolean} */
function isNumber(schemas, schema) {
  if (schema.$ref) return isNumber(schemas, schemas[nameIn(schema)]);
  const types = [schema.type].flat();
  return types.includes('number') || types.includes('integer');
}
