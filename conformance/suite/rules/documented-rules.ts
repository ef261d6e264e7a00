import { document } from '../../../src/generated/document.js';
import type { OperationId } from '../../../src/generated/operations.js';
import type { Rule } from './rule.js';

/** A rule of the document, and the operations and the parts of their data that it is about. */
export interface DocumentedRule extends Rule {
  /** By operation: `services[].days[]`, empty for all of the data. */
  readonly places: ReadonlyMap<OperationId, readonly string[]>;
}

/** All rules of the document, in its order. */
export function documentedRules(): readonly DocumentedRule[] {
  const rules = new Map<string, Rule & { places: Map<OperationId, string[]> }>();
  for (const item of Object.values<any>(document.paths)) {
    for (const operation of Object.values<any>(item)) {
      const { operationId } = operation;
      for (const [place, rule] of dataSchemas(operation).flatMap((schema) => rulesWithin(schema, ''))) {
        if (rule.operations && !rule.operations.includes(operationId)) continue;
        const { places } = rules.get(rule.id) ?? { places: new Map() };
        rules.set(rule.id, { ...rule, places });
        places.set(operationId, [...new Set([...(places.get(operationId) ?? []), place])]);
      }
    }
  }
  return [...rules.values()];
}

/** The schemas of `data` in successes. */
function dataSchemas({ responses = {} }: any): readonly unknown[] {
  const successes = Object.entries<any>(responses).filter(([status]) => status.startsWith('2'));
  return successes.flatMap(([, success]) => {
    const body = follow(follow(success).content?.['application/json']?.schema);
    return body?.properties?.data ?? [];
  });
}

/** @returns the rules of a schema and of all schemas within it, with the place of each */
function rulesWithin(
  reference: unknown,
  place: string,
  above: readonly unknown[] = [],
): readonly (readonly [place: string, Rule])[] {
  const schema = follow(reference);
  if (!schema || above.includes(schema)) return [];
  const within = (part: unknown, at: string) => rulesWithin(part, at, [...above, schema]);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [
    ...(schema['x-rules'] ?? []).map((rule: Rule) => [place, rule] as const),
    ...parts.flatMap((part) => within(part, place)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      within(property, place ? `${place}.${name}` : name),
    ),
    ...within(schema.items, `${place}[]`),
  ];
}

/** Returns the properties of the schema at a place of the data of an operation. */
export function schemaAt(operation: OperationId, place: string): Readonly<Record<string, unknown>> {
  const all = Object.values<any>(document.paths).flatMap((item) => Object.values<any>(item));
  const data = dataSchemas(all.find(({ operationId }) => operationId === operation));
  const steps = place === '' ? [] : place.split(/\.|(?=\[\])/);
  const schemas = steps.reduce(
    (within, step) =>
      within.flatMap(({ items, properties }) => withParts(step === '[]' ? items : properties?.[step])),
    data.flatMap(withParts),
  );
  return Object.assign({}, ...schemas.map(({ properties }) => properties));
}

/** Returns a schema and those it is composed of. */
function withParts(reference: unknown): readonly any[] {
  const schema = follow(reference);
  const parts = [...(schema?.allOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])];
  return schema ? [schema, ...parts.flatMap(withParts)] : [];
}

function follow(reference: any): any {
  const name = /^#\/components\/(\w+)\/(.+)$/.exec(reference?.$ref ?? '');
  return name ? follow((document as any).components[name[1] as string][name[2] as string]) : reference;
}
