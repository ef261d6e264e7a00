import { document } from '../../src/generated/full-document.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import type { RequestPlan } from '../engine/http/exchange.js';
import { type RequestParts, requestTo as requestToOperation } from '../engine/http/requests.js';
import type { Operation } from '../engine/operation.js';

const operationById: ReadonlyMap<OperationId, Operation> = new Map(
  operations.map((operation) => [operation.operationId, operation]),
);

/** @returns the operation with an id */
export function operationOf(id: OperationId): Operation {
  return operationById.get(id) as Operation;
}

/** Whether an operation is a read without required parameters. */
export function isSimpleRead(operation: Operation): boolean {
  return operation.method === 'GET' && operation.parameters.every(({ required }) => !required);
}

/**
 * Whether the service's description does not state an operation's path. A server built from that
 * description may use other paths, so checks on these operations only warn.
 */
export function isProposedOperation(id: OperationId): boolean {
  const { item, operation } = documentedOperation(id);
  return isProposed(item) || isProposed(operation);
}

/** Operations that the service's description names without their request and response schemas. */
const shapesNotShown: ReadonlySet<OperationId> = new Set([
  'getCostBreakdown',
  'getCostSummary',
  'getCostTimeline',
  'listRecommendations',
  'getRecommendationOverview',
  'getRecommendation',
]);

/** @returns whether a parameter's name, given as `in:name`, is only proposed */
export function isProposedParameter(id: OperationId, where: string): boolean {
  const parameter = parametersOf(id).find((one) => `${one.in}:${one.name}` === where);
  return !parameter || isProposed(parameter);
}

/** @returns whether a parameter's name or its constraint is only proposed */
export function isProposedConstraint(id: OperationId, where: string): boolean {
  const parameter = parametersOf(id).find((one) => `${one.in}:${one.name}` === where);
  const schema = follow(parameter?.schema);
  return (
    shapesNotShown.has(id) ||
    !parameter ||
    isProposed(parameter) ||
    isProposed(schema) ||
    isProposedKeyword([schema], 'enum')
  );
}

/**
 * Whether the part of a response at `path` is only proposed. A part of a proposed part is proposed, as is a part of
 * a value whose type is proposed, and a part that the document does not define.
 *
 * @param path property names and array indexes from the root of the body
 */
export function isProposedPart(id: OperationId, status: number, path: readonly string[]): boolean {
  return statedSchemas(id, status, path) === undefined;
}

/**
 * Whether a rule about the part of a response at `path` is only proposed. The service may state the name of a field
 * and not its type or its values, nor that it is always present.
 *
 * @param keyword `required` for the presence of the part
 */
export function isProposedRule(
  id: OperationId,
  status: number,
  path: readonly string[],
  keyword: string,
): boolean {
  const schemas = statedSchemas(id, status, path);
  return (
    schemas === undefined ||
    isProposedKeyword(schemas, keyword) ||
    (keyword !== 'required' && isProposedKeyword(schemas, 'type'))
  );
}

/** @returns whether null is a documented value of the part of a response at `path` */
export function isNullable(id: OperationId, status: number, path: readonly string[]): boolean {
  return path
    .reduce(schemasWithin, bodySchemas(id, status))
    .some(({ type }) => [type].flat().includes('null'));
}

/** @returns the schemas of a part of a response, or undefined if it is only proposed */
function statedSchemas(id: OperationId, status: number, path: readonly string[]): readonly any[] | undefined {
  let schemas = bodySchemas(id, status);
  for (const segment of path) {
    if (isProposedKeyword(schemas, 'type')) return undefined;
    schemas = schemasWithin(schemas, segment);
    if (schemas.length === 0 || schemas.some(isProposed)) return undefined;
  }
  return schemas;
}

/** Whether `x-provenance` marks one keyword of a schema, such as `{ type: proposed }`. */
const isProposedKeyword = (schemas: readonly any[], keyword: string) =>
  schemas.some((schema) => schema['x-provenance']?.[keyword] === 'proposed');

/** @returns the schema of a response body and all its subschemas in `allOf`, `oneOf` and `anyOf` */
export const bodySchemas = once((id: OperationId, status: number): readonly any[] => {
  const response = follow(documentedOperation(id).operation.responses[String(status)]);
  return expand(response?.content?.['application/json']?.schema);
});

const within = new WeakMap<readonly any[], Map<string, readonly any[]>>();

/** @returns the schemas of a property or an item of a value with the given schemas; the same ones each time */
export function schemasWithin(schemas: readonly any[], segment: string): readonly any[] {
  // A server can send any number of names that the document does not contain.
  const isKnown = schemas.some(({ properties }) => properties && Object.hasOwn(properties, segment));
  const name = isKnown ? segment : /^\d+$/.test(segment) ? '0' : '*';
  return getOrInsert(
    getOrInsert(within, schemas, () => new Map()),
    name,
    () => unseenWithin(schemas, name),
  );
}

/** @returns the schemas of all properties and items of a value with the given schemas */
export function schemasOfParts(schemas: readonly any[]): readonly (readonly any[])[] {
  const names = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
  return [...names, '0', '*'].map((name) => schemasWithin(schemas, name));
}

function unseenWithin(schemas: readonly any[], name: string): readonly any[] {
  return schemas.flatMap((schema) => {
    const own = schema.properties?.[name];
    if (own !== undefined) return expand(own);
    if (name === '0' && schema.items !== undefined) return expand(schema.items);
    return typeof schema.additionalProperties === 'object' ? expand(schema.additionalProperties) : [];
  });
}

/** @returns the required properties of a success's `data` that the service states */
export const statedMembers = once((id: OperationId, status: number): readonly string[] =>
  schemasWithin(bodySchemas(id, status), 'data')
    .flatMap((schema): string[] => schema.required ?? [])
    .filter((name) => !isProposedPart(id, status, ['data', name])),
);

/** @returns the document's example of an event type */
export function exampleEvent(type: string): Readonly<Record<string, unknown>> {
  const { examples } = document.webhooks[type].post.requestBody.content['application/json'];
  return follow(Object.values(examples)[0]).value;
}

/** @returns the bodies that the document shows as examples of a request */
export function exampleBodies(id: OperationId): readonly any[] {
  const { examples = {} } = documentedOperation(id).operation.requestBody?.content['application/json'] ?? {};
  return Object.values(examples).map((example) => follow(example).value);
}

function documentedOperation(id: OperationId): { item: any; operation: any } {
  const { path, method } = operationOf(id);
  const item = document.paths[path];
  return { item, operation: item[method.toLowerCase()] };
}

const parametersOf = once((id: OperationId): readonly any[] => {
  const { item, operation } = documentedOperation(id);
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(follow);
});

function isProposed(value: any): boolean {
  return value?.['x-provenance'] === 'proposed';
}

/** Resolves a reference; keywords next to it, such as a provenance, are preserved. */
function follow(value: any): any {
  if (typeof value?.$ref !== 'string') return value;
  const { $ref, ...siblings } = value;
  let target: any = document;
  for (const segment of $ref.slice(2).split('/')) {
    target = target?.[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return { ...follow(target), ...siblings };
}

/** Computes each result once, since checks look it up for every field of every response. */
function once<Args extends readonly (string | number)[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => getOrInsert(results, args.join(' '), () => compute(...args));
}

const expanded = new WeakMap<object, readonly any[]>();

/** Returns a schema and its subschemas with references resolved; the same ones each time. */
export function expand(schema: any): readonly any[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return getOrInsert(expanded, schema, () => expandUnseen(schema, new Set()));
}

function expandUnseen(schema: any, seen: ReadonlySet<unknown>): any[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  const within = new Set(seen).add(schema);
  const own = follow(schema);
  const parts = [...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])];
  return [own, ...parts.flatMap((part: unknown) => expandUnseen(part, within))];
}

/** Builds a request to an operation by its id; path parameters are percent-encoded. */
export function requestTo(id: OperationId, parts?: RequestParts): RequestPlan {
  return requestToOperation(operationOf(id), parts);
}
