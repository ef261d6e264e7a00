import { document } from '../src/generated/document.js';
import { type Operation, type OperationId, operations } from '../src/generated/operations.js';

const operationById: ReadonlyMap<OperationId, Operation> = new Map(
  operations.map((operation) => [operation.operationId, operation]),
);

/** @returns the operation; every id of the generated type has one. */
export function operationOf(id: OperationId): Operation {
  return operationById.get(id) as Operation;
}

/** Writes are told by method: everything but GET. */
export function isWrite(operation: Operation): boolean {
  return operation.method !== 'GET';
}

/**
 * Operations whose path the service's description does not show. A server written against it alone
 * has them elsewhere, so nothing about them can fail one.
 */
export function isProposedOperation(id: OperationId): boolean {
  const { item, operation } = documentedOperation(id);
  return isProposed(item) || isProposed(operation);
}

/** Operations that the service's description names without showing their requests and answers. */
const shapesNotShown: ReadonlySet<OperationId> = new Set([
  'getCostBreakdown',
  'getCostSummary',
  'getCostTimeline',
  'listRecommendations',
  'getRecommendationOverview',
  'getRecommendation',
]);

/** @returns whether a parameter, by its `in:name`, is only proposed: its name, not what it may be. */
export function isProposedParameter(id: OperationId, where: string): boolean {
  const parameter = parametersOf(id).find((one) => `${one.in}:${one.name}` === where);
  return !parameter || isProposed(parameter);
}

/** @returns whether a parameter, or what it may be, is only proposed. */
export function isProposedConstraint(id: OperationId, where: string): boolean {
  const parameter = parametersOf(id).find((one) => `${one.in}:${one.name}` === where);
  return (
    shapesNotShown.has(id) || !parameter || isProposed(parameter) || isProposed(follow(parameter.schema))
  );
}

/**
 * Whether the part of an answer at `path` is the contract's proposal. A mark anywhere on the way
 * counts: who need not send the parent need not send the child. Parts that the document does not
 * name are additions, which count as proposed too.
 *
 * @param path property names and array positions from the body's root
 */
export function isProposedPart(id: OperationId, status: number, path: readonly string[]): boolean {
  let schemas = bodySchemas(id, status);
  for (const segment of path) {
    schemas = schemasWithin(schemas, segment);
    if (schemas.length === 0 || schemas.some(isProposed)) return true;
  }
  return false;
}

/** @returns the schema of a response's body, and all that it is composed of */
export function bodySchemas(id: OperationId, status: number): readonly any[] {
  const response = follow(documentedOperation(id).operation.responses[String(status)]);
  return expand(response?.content?.['application/json']?.schema);
}

/** @returns the schemas of a member or an item of what some schemas describe */
export function schemasWithin(schemas: readonly any[], segment: string): readonly any[] {
  return schemas.flatMap((schema) => {
    const own = schema.properties?.[segment];
    if (own !== undefined) return expand(own);
    if (/^\d+$/.test(segment) && schema.items !== undefined) return expand(schema.items);
    return typeof schema.additionalProperties === 'object' ? expand(schema.additionalProperties) : [];
  });
}

/** @returns the members that the data of a success has to have by what the service states */
export function statedMembers(id: OperationId, status: number): readonly string[] {
  return schemasWithin(bodySchemas(id, status), 'data')
    .flatMap((schema): string[] => schema.required ?? [])
    .filter((name) => !isProposedPart(id, status, ['data', name]));
}

/** @returns an event of a type, as the document shows it */
export function exampleEvent(type: string): Readonly<Record<string, unknown>> {
  const { examples } = document.webhooks[type].post.requestBody.content['application/json'];
  return follow(Object.values(examples)[0]).value;
}

function documentedOperation(id: OperationId): { item: any; operation: any } {
  const { path, method } = operationOf(id);
  const item = document.paths[path];
  return { item, operation: item[method.toLowerCase()] };
}

function parametersOf(id: OperationId): any[] {
  const { item, operation } = documentedOperation(id);
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(follow);
}

function isProposed(value: any): boolean {
  return value?.['x-provenance'] === 'proposed';
}

/** Follows a reference; words beside it, such as a provenance, stay. */
function follow(value: any): any {
  if (typeof value?.$ref !== 'string') return value;
  const { $ref, ...beside } = value;
  let target: any = document;
  for (const segment of $ref.slice(2).split('/')) {
    target = target?.[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return { ...follow(target), ...beside };
}

/** A schema and all that it is composed of, each with its reference followed. */
function expand(schema: any, seen: ReadonlySet<unknown> = new Set()): any[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  const within = new Set(seen).add(schema);
  const own = follow(schema);
  const parts = [...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])];
  return [own, ...parts.flatMap((part: unknown) => expand(part, within))];
}
