import { dereference } from '../../../scripts/lib/document/resolve-pointer.mjs';
import { document } from './document.js';

type Schema = Readonly<Record<string, any>>;

/** A schema for display: references resolved, null separated. */
export interface Shape {
  /** The name of its component, if any. */
  readonly name: string | undefined;
  /** The types without null. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly schema: Schema;
  readonly properties: Readonly<Record<string, Schema>> | undefined;
  readonly required: readonly string[];
  /** Of an array. */
  readonly items: Shape | undefined;
  /** Of a map. */
  readonly values: Shape | undefined;
  readonly variants: readonly Shape[];
}

export function shapeOf(schema: Schema): Shape {
  const { $ref, ...beside } = schema;
  const merged: Schema = { ...($ref && dereference(document, { $ref }, '').value), ...beside };
  const choices: Schema[] = merged.oneOf ?? merged.anyOf ?? [];
  const others = choices.filter(({ type }) => type !== 'null');
  const types = [merged.type ?? []].flat();
  const nullable = types.includes('null') || others.length < choices.length;
  const [only] = others;
  if (others.length === 1 && only?.$ref) {
    const inner = shapeOf(only);
    const { oneOf: _, anyOf: __, ...own } = merged;
    return { ...inner, nullable: nullable || inner.nullable, schema: { ...inner.schema, ...own } };
  }
  const { properties, required = [], items, additionalProperties: values } = merged;
  return {
    name: $ref?.split('/').at(-1),
    types: types.filter((type) => type !== 'null'),
    nullable,
    schema: merged,
    properties,
    required,
    items: items && shapeOf(items),
    values: typeof values === 'object' && Object.keys(values).length > 0 ? shapeOf(values) : undefined,
    // Beside properties, `anyOf` only constrains which of them are combined.
    variants: properties ? [] : others.map(shapeOf),
  };
}
