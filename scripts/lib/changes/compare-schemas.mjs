// @ts-check
import { dereference } from '../resolve-pointer.mjs';

/**
 * What became of a schema: it allows more than before, or less, or something else; or it grew by what
 * takes nothing away from either side.
 * @typedef {'wider' | 'narrower' | 'other' | 'grown'} Direction
 */

/**
 * One change of a schema.
 * @typedef {object} SchemaChange
 * @property {Direction} direction
 * @property {string} at the property, such as `data.items[].region`; empty for the value itself
 * @property {string} what in words
 */

/**
 * Compares two schemas word by word. It sees type, format, pattern, enum, const, bounds, multipleOf,
 * uniqueItems, default, unit, properties, required, items, additionalProperties and the branches of allOf,
 * oneOf and anyOf; it does not see not, if, dependent… and unevaluated… words, and what `x-known-values`
 * lists may change freely.
 *
 * @param {Side} before
 * @param {Side} after
 * @param {string} [at]
 * @param {readonly unknown[]} [trail] the schemas being compared, which may be recursive
 * @returns {SchemaChange[]}
 *
 * @typedef {{ document: Record<string, any>, schema: any }} Side a schema and where its references lead
 */
export function compareSchemas(before, after, at = '', trail = []) {
  if (trail.includes(before.schema) && trail.includes(after.schema)) return [];
  const deeper = [...trail, before.schema, after.schema];
  const a = flatten(before);
  const b = flatten(after);
  const change = (/** @type {Direction} */ direction, /** @type {string} */ what) => ({
    direction,
    at,
    what,
  });
  const below = (/** @type {any} */ left, /** @type {any} */ right, /** @type {string} */ path) =>
    compareSchemas({ ...before, schema: left }, { ...after, schema: right }, path, deeper);

  return [
    ...compareTypes(a, b).map(([direction, what]) => change(direction, what)),
    ...compareValues(a, b).map(([direction, what]) => change(direction, what)),
    ...compareBounds(a, b).map(([direction, what]) => change(direction, what)),
    ...compareWords(a, b).map(([direction, what]) => change(direction, what)),
    ...compareProperties(a, b, at, below),
    ...(a.items || b.items ? below(a.items ?? {}, b.items ?? {}, `${at}[]`) : []),
    ...compareOtherProperties(a.additionalProperties, b.additionalProperties, at, below),
    ...compareBranches(a.branches, b.branches, at, below),
  ];
}

/**
 * A schema with its references followed, its allOf merged in, and null as one of its types.
 *
 * @param {Side} side
 * @returns {Record<string, any>}
 */
function flatten({ document, schema }) {
  const { allOf = [], oneOf, anyOf, ...own } = dereference(document, schema, '').value ?? {};
  const { $ref, ...words } = own;
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])];
  const [only, ...rest] = branches.filter(({ type }) => type !== 'null');
  const nullable = only && rest.length === 0 && branches.length > 1;
  const parts = [...($ref ? [{ $ref }] : []), ...allOf, ...(nullable ? [only] : [])].map((part) =>
    flatten({ document, schema: part }),
  );
  const all = [...parts, words];
  const merged = Object.assign({}, ...all);
  return {
    ...merged,
    ...(nullable && merged.type ? { type: [merged.type, 'null'].flat() } : {}),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: [...new Set(all.flatMap(({ required }) => required ?? []))],
    branches: [...parts.flatMap((part) => part.branches), ...(nullable ? [] : branches)],
  };
}

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 * @returns {[Direction, string][]}
 */
function compareTypes(a, b) {
  const before = typesOf(a);
  const after = typesOf(b);
  if (before.join() === after.join()) return [];
  return [[directionOf(before, after), `type went from ${before.join(' or ')} to ${after.join(' or ')}`]];
}

/** @param {Record<string, any>} schema */
function typesOf({ type }) {
  if (type === undefined) return ['any'];
  const types = [type].flat().sort();
  // Whatever takes a number takes an integer.
  return types.includes('number') ? types.filter((one) => one !== 'integer') : types;
}

/**
 * @param {readonly unknown[]} before what was allowed
 * @param {readonly unknown[]} after what is allowed now
 * @returns {Direction}
 */
function directionOf(before, after) {
  const holds = (/** @type {readonly unknown[]} */ set, /** @type {unknown} */ member) =>
    set.includes('any') || set.includes(member) || (member === 'integer' && set.includes('number'));
  if (before.every((member) => holds(after, member))) return 'wider';
  if (after.every((member) => holds(before, member))) return 'narrower';
  return 'other';
}

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 * @returns {[Direction, string][]}
 */
function compareValues(a, b) {
  const before = closedSetOf(a);
  const after = closedSetOf(b);
  if (!before && !after) return [];
  if (!before) return [['narrower', `was open and is closed to ${after?.join(', ')}`]];
  if (!after) return [['wider', `was closed to ${before.join(', ')} and is open`]];
  const gone = before.filter((value) => !after.includes(value));
  const come = after.filter((value) => !before.includes(value));
  return [
    .../** @type {[Direction, string][]} */ (
      gone.length > 0 ? [['narrower', `lost ${gone.join(', ')}`]] : []
    ),
    .../** @type {[Direction, string][]} */ (come.length > 0 ? [['wider', `gained ${come.join(', ')}`]] : []),
  ];
}

/**
 * @param {Record<string, any>} schema
 * @returns {string[] | undefined} the values it is closed to, as JSON
 */
function closedSetOf(schema) {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  return values?.map((/** @type {unknown} */ value) => JSON.stringify(value));
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 * @returns {[Direction, string][]}
 */
function compareBounds(a, b) {
  return [...lowerBounds, ...upperBounds]
    .filter((word) => a[word] !== b[word])
    .map((word) => {
      const none = lowerBounds.includes(word) ? -Infinity : Infinity;
      const rises = (b[word] ?? none) > (a[word] ?? none);
      return [
        rises === lowerBounds.includes(word) ? 'narrower' : 'wider',
        `${word} went from ${a[word] ?? 'none'} to ${b[word] ?? 'none'}`,
      ];
    });
}

/** Words of which any new value means something else. */
const others = ['default', 'x-unit', 'multipleOf'];

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 * @returns {[Direction, string][]}
 */
function compareWords(a, b) {
  const text = (/** @type {unknown} */ value) => (value === undefined ? 'none' : JSON.stringify(value));
  return ['format', 'pattern', 'uniqueItems', ...others]
    .filter((word) => JSON.stringify(a[word]) !== JSON.stringify(b[word]))
    .map((word) => {
      const what = `${word} went from ${text(a[word])} to ${text(b[word])}`;
      if (others.includes(word)) return ['other', what];
      if (a[word] === undefined) return ['narrower', what];
      return [b[word] === undefined ? 'wider' : 'other', what];
    });
}

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 * @param {string} at
 * @param {(left: any, right: any, path: string) => SchemaChange[]} below
 * @returns {SchemaChange[]}
 */
function compareProperties(a, b, at, below) {
  const names = [...new Set([...Object.keys(a.properties), ...Object.keys(b.properties)])];
  return names.flatMap((name) => {
    const path = join(at, name);
    const [was, is] = [a, b].map(({ properties }) => properties[name]);
    const [needed, needs] = [a, b].map(({ required }) => required.includes(name));
    if (!is) return [{ direction: 'other', at: path, what: 'is gone' }];
    if (!was) {
      return [
        needs
          ? { direction: 'narrower', at: path, what: 'is new and required' }
          : { direction: 'grown', at: path, what: 'is new' },
      ];
    }
    const step = needed === needs ? [] : [requiredStep(path, needs)];
    return [...step, ...below(was, is, path)];
  });
}

/**
 * @param {string} at
 * @param {boolean} required whether it is now
 * @returns {SchemaChange}
 */
function requiredStep(at, required) {
  return required
    ? { direction: 'narrower', at, what: 'became required' }
    : { direction: 'wider', at, what: 'is no longer required' };
}

/**
 * Of the properties that the schema does not name.
 *
 * @param {any} before additionalProperties
 * @param {any} after
 * @param {string} at
 * @param {(left: any, right: any, path: string) => SchemaChange[]} below
 * @returns {SchemaChange[]}
 */
function compareOtherProperties(before, after, at, below) {
  if (before === after) return [];
  if (after === false) return [{ direction: 'narrower', at, what: 'takes no other properties' }];
  if (before === false) return [{ direction: 'wider', at, what: 'takes other properties' }];
  const schemaOf = (/** @type {any} */ word) => (typeof word === 'object' ? word : {});
  return below(schemaOf(before), schemaOf(after), join(at, '*'));
}

/**
 * Branches are matched where they are equal, or else by the name they refer to.
 *
 * @param {readonly any[]} before
 * @param {readonly any[]} after
 * @param {string} at
 * @param {(left: any, right: any, path: string) => SchemaChange[]} below
 * @returns {SchemaChange[]}
 */
function compareBranches(before, after, at, below) {
  const partner = (/** @type {any} */ branch, /** @type {readonly any[]} */ others) =>
    others.find((other) => JSON.stringify(other) === JSON.stringify(branch)) ??
    others.find((other) => branch.$ref && other.$ref === branch.$ref);
  const nameOf = (/** @type {any} */ branch) => branch.$ref?.split('/').at(-1) ?? JSON.stringify(branch);
  return [
    ...before.flatMap((branch) => {
      const other = partner(branch, after);
      return other ? below(branch, other, at) : [branchChange('narrower', `is no longer ${nameOf(branch)}`)];
    }),
    ...after
      .filter((branch) => !partner(branch, before))
      .map((branch) => branchChange('wider', `can also be ${nameOf(branch)}`)),
  ];

  /**
   * @param {Direction} direction
   * @param {string} what
   * @returns {SchemaChange}
   */
  function branchChange(direction, what) {
    return { direction, at, what };
  }
}

/**
 * @param {string} at
 * @param {string} name
 */
function join(at, name) {
  return at ? `${at}.${name}` : name;
}
