export type Json = Record<string, any>;

/** Converts the schemas of a document to those of OpenAPI 3.0. */
export class Schemas30 {
  readonly #components: Json;
  /** Names of the objects that are null somewhere, which 3.0 only allows if they are nullable themselves. */
  readonly #nullable = new Set<string>();

  constructor({ components }: Json) {
    this.#components = components;
    JSON.stringify(components.schemas, (_, value) => {
      const target = targetOrNull(value);
      if (target) this.#addNullable(target.$ref);
      return value;
    });
  }

  #addNullable(reference: string): void {
    this.#nullable.add(reference);
    const [first] = this.#component(reference).oneOf ?? [];
    if (first) this.#addNullable(first.$ref);
  }

  /** Returns the component of a reference, `#/components/schemas/Commitment`. */
  #component(reference: string): Json {
    const [kind = '', name = ''] = reference.split('/').slice(2);
    return this.#components[kind][name];
  }

  /** Converts all schemas in a part of the document. */
  convertAll(part: any): any {
    if (Array.isArray(part)) return part.map((one) => this.convertAll(one));
    if (part === null || typeof part !== 'object') return part;
    return mapValues(part, (value, key) => {
      if (key === 'schema') return part.in ? this.#ofParameter(value) : this.convert(value);
      if (key !== 'schemas') return this.convertAll(value);
      return mapValues(value, (schema, name) => this.#named(schema, `#/components/schemas/${name}`));
    });
  }

  #named(schema: Json, reference: string): Json {
    const { type, ...converted } = this.convert(schema);
    // Null is valid for one variant of a union, so the union itself has no type.
    if (schema.oneOf || !type) return converted;
    const isNullable = type === 'object' && this.#nullable.has(reference);
    return { type, ...(isNullable && { nullable: true }), ...converted };
  }

  /**
   * A parameter contains the schema that it limits further, instead of an `allOf`: generators name an `allOf` after its
   * parameter, so that `granularity` would become a second `Granularity`, which swagger-codegen resolves without end.
   */
  #ofParameter(schema: Json): Json {
    const { $ref, ...limits } = schema;
    if (!$ref || isMarked(limits)) return this.convert(schema);
    return this.convert({ ...this.#component($ref), ...limits });
  }

  convert({ $ref, ...schema }: Json): Json {
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
    return isMarked(converted) ? { $ref } : { ...this.#typeOf($ref), allOf: [{ $ref }], ...converted };
  }

  /** The type of a simple schema, which some generators do not look for in an `allOf`. */
  #typeOf(reference: string): Json {
    const { type, oneOf } = this.#component(reference);
    return typeof type === 'string' && type !== 'object' && !oneOf ? { type } : {};
  }

  #keyword(keyword: string, value: any): unknown {
    if (keyword === 'properties') return mapValues(value, (property) => this.convert(property));
    if (keyword === 'oneOf' || keyword === 'anyOf') return value.map((one: Json) => this.convert(one));
    if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object')
      return this.convert(value);
    return value;
  }

  #orNull($ref: string, { oneOf: _, default: __, ...schema }: Json): Json {
    const { type, enum: values, ...target } = this.convert(this.#component($ref));
    if (type === 'object') return { type, nullable: true, ...schema, allOf: [{ $ref }] };
    return { type, nullable: true, ...(values && { enum: [...values, null] }), ...target, ...schema };
  }
}

/** Whether nothing but marks, `x-provenance`, is next to a reference. */
function isMarked(keywords: Json): boolean {
  return Object.keys(keywords).every((keyword) => keyword.startsWith('x-'));
}

/** Returns the reference of a union with null. */
function targetOrNull(schema: any): Json | undefined {
  const { oneOf } = schema ?? {};
  const isUnion = Array.isArray(oneOf) && oneOf.some(({ type }) => type === 'null');
  return isUnion ? oneOf.find((one: Json) => one.$ref) : undefined;
}

function mapValues(record: Json, change: (value: any, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
