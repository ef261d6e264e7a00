// @ts-check
import { isDeepStrictEqual } from 'node:util';
import { resolveSchema } from '../document/resolve-pointer.mjs';

// Schema ids for the compiler; they are never requested.
const baseUri = 'http://contract.invalid/';
const componentPointer = '#/components/schemas/';

/** Returns the id of a schema for the compiler. @param {string} pointer into the document */
export function schemaId(pointer) {
  if (!pointer.startsWith(componentPointer)) return `${baseUri}inline/${encodeURIComponent(pointer)}`;
  // The component schema is the resource; a deeper path is its fragment.
  const [name, ...deeper] = pointer.slice(componentPointer.length).split('/');
  return `${baseUri}schemas/${name}${deeper.length > 0 ? `#/${deeper.join('/')}` : ''}`;
}

/**
 * Copies a schema for the compiler: references use schema ids, annotations are removed, and keywords next to a reference
 * override those of the referenced schema.
 *
 * @param {Record<string, any>} document
 * @param {any} schema
 * @returns {any}
 */
export function forCompiler(document, schema) {
  if (Array.isArray(schema)) return schema.map((one) => forCompiler(document, one));
  if (schema === null || typeof schema !== 'object') return schema;
  const keywords = withVariants(document, withConst(withoutAnnotations(schema)));
  if (keywords.$ref !== undefined && Object.keys(keywords).length > 1) {
    return forCompiler(document, resolveSchema(document, keywords));
  }
  return lengthsFirst(
    Object.fromEntries(
      Object.entries(keywords).map(([keyword, value]) => [
        keyword,
        compiledKeyword(document, keyword, value),
      ]),
    ),
  );
}

/** @param {Record<string, any>} schema */
function withoutAnnotations({ format, ...schema }) {
  return Object.fromEntries(
    Object.entries({ ...schema, ...(isNumeric(format) ? {} : { format }) }).filter(
      ([word, value]) => value !== undefined && !/^(description|examples|default|x-(?!const$).*)$/.test(word),
    ),
  );
}

/** Whether a format is the size of a number, which JSON does not have. @param {unknown} format */
const isNumeric = (format) => format === 'double' || format === 'int64';

/** @param {Record<string, any>} schema */
function withConst({ 'x-const': flag, ...schema }) {
  return flag === undefined ? schema : { ...schema, const: flag };
}

/**
 * Requires the discriminator of a union to name a variant, so that an error is about this property. The compiler validates
 * only the named variant; it finds the variants by their constants, and does not support a mapping.
 *
 * @param {Record<string, any>} document
 * @param {Record<string, any>} schema
 */
function withVariants(document, { discriminator, ...schema }) {
  const variants = (schema.oneOf ?? []).map((/** @type {any} */ one) => resolveSchema(document, one));
  const propertyName = discriminator?.propertyName ?? commonConstant(variants);
  if (propertyName === undefined) return schema;
  const names = variants.map((/** @type {any} */ variant) => variant.properties[propertyName].const);
  const mapped = Object.keys(discriminator?.mapping ?? {});
  if (mapped.length > 0 && !isDeepStrictEqual(mapped, names)) {
    throw new Error(`The mapping of ${propertyName} differs from its constants ${names.join(', ')}.`);
  }
  return {
    ...schema,
    type: 'object',
    required: [...new Set([...(schema.required ?? []), propertyName])],
    properties: { ...schema.properties, [propertyName]: { enum: names } },
    discriminator: { propertyName },
  };
}

/**
 * Returns the property that is a required text in all variants, each with its own. A union in a request has no
 * discriminator in the document.
 *
 * @param {readonly any[]} variants
 * @returns {string | undefined}
 */
function commonConstant([first, ...others]) {
  const isConstant = (/** @type {any} */ variant, /** @type {string} */ name) =>
    typeof variant.properties?.[name]?.const === 'string' && variant.required?.includes(name);
  return Object.keys(first?.properties ?? {}).find(
    (name) => others.length > 0 && [first, ...others].every((variant) => isConstant(variant, name)),
  );
}

/** Keywords whose cost grows with the length of the value. */
const costly = ['pattern', 'format', 'items', 'uniqueItems'];

/**
 * Makes the validator skip costly keywords if a value is too long. With `allErrors`, Ajv would still compare all items of
 * a list with each other and match a text with a pattern.
 *
 * @param {Record<string, any>} schema a schema for the compiler
 */
function lengthsFirst(schema) {
  if (isDate(schema)) {
    const { maxLength: _, ...date } = schema;
    return date;
  }
  const bounds = Object.fromEntries(
    Object.entries(schema).filter(([word]) => word === 'maxLength' || word === 'maxItems'),
  );
  const later = Object.entries(schema).filter(([word]) => costly.includes(word));
  if (Object.keys(bounds).length === 0 || later.length === 0) return schema;
  const first = Object.entries(schema).filter(([word]) => !costly.includes(word));
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...Object.fromEntries(first), if: bounds, then: Object.fromEntries(later) };
}

/**
 * Whether a schema is that of a day or a month, which has a length of its own and is cheap to check. An error then says
 * that the value is not a date, instead of how long it is.
 *
 * @param {Record<string, any>} schema
 */
function isDate({ format, pattern = '' }) {
  return format === 'date' || /^\^(\\d|\[0-9\])\{4\}-/.test(pattern);
}

/**
 * @param {Record<string, any>} document
 * @param {string} keyword
 * @param {any} value
 */
function compiledKeyword(document, keyword, value) {
  switch (keyword) {
    case '$ref':
      return schemaId(value);
    case 'const':
    case 'discriminator':
    case 'enum':
      return value;
    case 'properties':
      return Object.fromEntries(
        Object.entries(value).map(([name, property]) => [name, forCompiler(document, property)]),
      );
    default:
      return forCompiler(document, value);
  }
}
