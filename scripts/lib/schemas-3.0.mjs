// @ts-check
import { resolvePointer } from './resolve-pointer.mjs';

/** @typedef {Record<string, any>} Json */

/** Converts the schemas of a document to those of OpenAPI 3.0. */
export class Schemas30 {
  /** Names of the objects that are null somewhere, which 3.0 only allows if they are nullable themselves. */
  #nullable = /** @type {Set<string>} */ (new Set());

  /** @param {Json} document */
  constructor(document) {
    this.document = document;
    JSON.stringify(document.components.schemas, (_, value) => {
      const target = targetOrNull(value);
      if (target) this.#addNullable(target.$ref);
      return value;
    });
  }

  /** @param {string} pointer */
  #addNullable(pointer) {
    this.#nullable.add(pointer);
    const [first] = resolvePointer(this.document, pointer).oneOf ?? [];
    if (first) this.#addNullable(first.$ref);
  }

  /** Converts all schemas in a part of the document. @param {any} part @returns {any} */
  convertAll(part) {
    if (Array.isArray(part)) return part.map((one) => this.convertAll(one));
    if (part === null || typeof part !== 'object') return part;
    return mapValues(part, (value, key) => {
      if (key === 'schema') return this.convert(value);
      if (key !== 'schemas') return this.convertAll(value);
      return mapValues(value, (schema, name) => this.#named(schema, `#/components/schemas/${name}`));
    });
  }

  /** @param {Json} schema @param {string} pointer @returns {Json} */
  #named(schema, pointer) {
    const { type, ...converted } = this.convert(schema);
    // Null is valid for one variant of a union, so the union itself has no type.
    if (schema.oneOf || !type) return converted;
    const isNullable = type === 'object' && this.#nullable.has(pointer);
    return { type, ...(isNullable && { nullable: true }), ...converted };
  }

  /** @param {Json} schema @returns {Json} */
  convert({ $ref, ...schema }) {
    const target = targetOrNull(schema);
    if (target) return this.#orNull(target.$ref, schema);
    const { type, const: constant, exclusiveMinimum, examples, default: fallback, ...same } = schema;
    const isNullable = Array.isArray(type);
    const converted = {
      ...(type && { type: isNullable ? type.find((one) => one !== 'null') : type }),
      ...(isNullable && { nullable: true }),
      ...mapValues(same, (value, key) => this.#keyword(key, value)),
      ...(constant !== undefined && { enum: [constant] }),
      ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
      // Null as a default next to a reference is an error in some tools; here it means the same as no value.
      ...(fallback !== undefined && fallback !== null && { default: fallback }),
      ...(examples && { example: examples[0] }),
    };
    if (!$ref) return converted;
    const isPlain = Object.keys(converted).every((keyword) => keyword.startsWith('x-'));
    return isPlain ? { $ref } : { allOf: [{ $ref }], ...converted };
  }

  /** @param {string} keyword @param {any} value @returns {any} */
  #keyword(keyword, value) {
    if (keyword === 'properties') return mapValues(value, (property) => this.convert(property));
    if (keyword === 'oneOf' || keyword === 'anyOf')
      return value.map((/** @type {Json} */ one) => this.convert(one));
    if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object')
      return this.convert(value);
    return value;
  }

  /** @param {string} $ref @param {Json} schema @returns {Json} */
  #orNull($ref, { oneOf: _, default: __, ...schema }) {
    const { type, enum: values, ...target } = this.convert(resolvePointer(this.document, $ref));
    if (type === 'object') return { type, nullable: true, ...schema, allOf: [{ $ref }] };
    return { type, nullable: true, ...(values && { enum: [...values, null] }), ...target, ...schema };
  }
}

/** Returns the reference of a union with null. @param {any} schema @returns {Json | undefined} */
function targetOrNull(schema) {
  const { oneOf } = schema ?? {};
  const isUnion = Array.isArray(oneOf) && oneOf.some(({ type }) => type === 'null');
  return isUnion ? oneOf.find((/** @type {Json} */ one) => one.$ref) : undefined;
}

/**
 * @param {Json} record
 * @param {(value: any, key: string) => any} change
 */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
