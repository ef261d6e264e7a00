// @ts-check
import { dereference } from '../resolve-pointer.mjs';

/**
 * A schema as a reader sees it: references followed, `allOf` merged, `null` told apart.
 *
 * @typedef {object} Shape
 * @property {string[]} types without null
 * @property {boolean} nullable
 * @property {Record<string, any>} schema the merged schema
 * @property {Record<string, any> | null} properties
 * @property {Set<string>} required
 * @property {Shape | null} items of an array
 * @property {Shape | null} values of a map
 * @property {{ name: string | null, shape: Shape }[]} variants
 * @property {string | null} name of the schema, where it has one
 */

/**
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema
 * @returns {Shape}
 */
export function shapeOf(document, schema) {
  const { merged, names } = merge(document, schema);
  const types = [merged.type ?? []].flat().filter((type) => type !== 'null');
  const choices = merged.oneOf ?? merged.anyOf ?? [];
  const others = choices.filter((/** @type {any} */ one) => one.type !== 'null');
  const nullable = [merged.type].flat().includes('null') || others.length < choices.length;
  if (others.length === 1 && isReference(others[0])) {
    const inner = shapeOf(document, others[0]);
    const { oneOf: _, anyOf: __, ...own } = merged;
    return {
      ...inner,
      nullable: nullable || inner.nullable,
      schema: { ...inner.schema, ...own, description: own.description ?? inner.schema.description },
    };
  }
  // `anyOf` beside properties only says which of them go together.
  const variants = merged.properties ? [] : others;
  return {
    types,
    nullable,
    schema: merged,
    properties: merged.properties ?? null,
    required: new Set(merged.required ?? []),
    items: merged.items ? shapeOf(document, merged.items) : null,
    values:
      typeof merged.additionalProperties === 'object' && Object.keys(merged.additionalProperties).length > 0
        ? shapeOf(document, merged.additionalProperties)
        : null,
    variants: variants.map((/** @type {any} */ one) => ({
      name: nameOf(one),
      shape: shapeOf(document, one),
    })),
    name: names[0] ?? null,
  };
}

/**
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema
 * @returns {{ merged: Record<string, any>, names: string[] }}
 */
function merge(document, schema) {
  const names = [];
  const name = nameOf(schema);
  if (name) names.push(name);
  const { $ref, ...beside } = schema;
  const target = $ref ? dereference(document, { $ref }, '').value : {};
  const { allOf = [], ...own } = { ...target, ...beside };
  /** @type {Record<string, any>} */
  let merged = {};
  for (const part of allOf) {
    const { merged: one } = merge(document, part);
    merged = join(merged, one);
  }
  return { merged: join(merged, own), names };
}

/** @param {Record<string, any>} a @param {Record<string, any>} b which wins */
function join(a, b) {
  const required = [...(a.required ?? []), ...(b.required ?? [])];
  const properties = a.properties || b.properties ? { ...a.properties, ...b.properties } : null;
  return {
    ...a,
    ...b,
    ...(required.length > 0 ? { required } : {}),
    ...(properties ? { properties } : {}),
  };
}

/** @param {Record<string, any>} schema */
function isReference(schema) {
  return typeof schema.$ref === 'string';
}

/** @param {Record<string, any>} schema */
function nameOf(schema) {
  return schema.$ref?.split('/').at(-1) ?? null;
}
