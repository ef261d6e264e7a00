// @ts-check
import { resolvePointer } from './resolve-pointer.mjs';

/**
 * Replaces each `allOf` of the component schemas by one object, because generators forget that a field of a composed
 * schema can be null. The source composes, so that common fields are written once. Schemas that only existed as parts
 * are removed.
 *
 * @param {Record<string, any>} document
 * @returns {Record<string, any>}
 */
export function flattenAllOf(document) {
  const schemas = document.components?.schemas ?? {};
  const parts = new Set(
    Object.values(schemas)
      .flatMap(({ allOf = [] }) => allOf)
      .map((/** @type {any} */ part) => part.$ref),
  );
  const flat = mapValues(schemas, (schema) => flatten(document, schema));
  const whole = { ...document, components: { ...document.components, schemas: flat } };
  const text = JSON.stringify(whole);
  const isUsed = (/** @type {string} */ name) => {
    const pointer = `#/components/schemas/${name}`;
    return !parts.has(pointer) || text.includes(`"${pointer}"`);
  };
  const used = Object.fromEntries(Object.entries(flat).filter(([name]) => isUsed(name)));
  return { ...whole, components: { ...whole.components, schemas: used } };
}

/**
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema an object, which may be composed of objects
 * @returns {Record<string, any>}
 */
function flatten(document, schema) {
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  const parts = allOf.map((/** @type {any} */ part) =>
    flatten(document, part.$ref ? resolvePointer(document, part.$ref) : part),
  );
  const merged = [...parts, own];
  const rules = merged.flatMap((part) => part['x-rules'] ?? []);
  return {
    type: 'object',
    ...own,
    required: merged.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...merged.map(({ properties }) => properties)),
    ...(rules.length > 0 ? { 'x-rules': rules } : {}),
  };
}

/**
 * @param {Record<string, any>} record
 * @param {(value: any) => any} change
 */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
