/** A bundled OpenAPI document. */
export type Document = Readonly<Record<string, any>>;

/** @returns the target of a local reference, overridden by properties next to the reference. */
export function dereference(document: Document, node: any): any {
  if (typeof node?.$ref !== 'string') return node;
  const { $ref, ...beside } = node;
  const target = dereference(document, atPointer(document, $ref));
  return Object.keys(beside).length === 0 ? target : { ...target, ...beside };
}

function atPointer(document: Document, pointer: string): any {
  return pointer
    .slice(2)
    .split('/')
    .reduce((value: any, segment) => value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

/** @returns a schema and the parts of its allOf, oneOf and anyOf. */
export function objectSchemas(document: Document, node: any): any[] {
  const schema = dereference(document, node);
  if (typeof schema !== 'object' || schema === null) return [];
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...parts.flatMap((part) => objectSchemas(document, part))];
}

/** A field in a schema: the object under `properties`, and its path. */
export interface Field {
  readonly node: any;
  readonly path: string;
}

/** @returns all fields of a schema that are not proposed or part of a proposed field. */
export function statedFields(document: Document, node: any, path = '', seen = new Set<object>()): Field[] {
  return objectSchemas(document, node).flatMap((schema) => {
    if (seen.has(schema)) return [];
    seen.add(schema);
    const below = Object.entries<any>(schema.properties ?? {})
      .filter(([, property]) => !isProposed(document, property))
      .flatMap(([name, property]) => {
        const at = path === '' ? name : `${path}.${name}`;
        const inside = hasProposedType(property) ? [] : statedFields(document, property, at, seen);
        return [{ node: property, path: at }, ...inside];
      });
    return schema.items ? [...below, ...statedFields(document, schema.items, `${path}[]`, seen)] : below;
  });
}

/** Whether only the name of a field is stated, so that nothing inside it is. */
const hasProposedType = (property: any) => property['x-provenance']?.type === 'proposed';

/** Whether a part of the document is proposed by this contract, not stated by the service. */
export function isProposed(document: Document, node: any): boolean {
  return (
    node?.['x-provenance'] === 'proposed' || dereference(document, node)?.['x-provenance'] === 'proposed'
  );
}
