import { isRetryableStatus, retryableStatuses } from '../../src/contract/errors.js';
import * as limits from '../../src/contract/limits.js';
import { type Document, dereference, objectSchemas } from './schema-walk.js';

/**
 * A place in the OpenAPI document, written for people. After braces are expanded it is one of
 *
 * - `Schema Pagination.total_items`: a component schema, then fields
 * - `security bearerAuth`, `tag commitments`, `webhook optimization.completed`
 * - `fact rateLimit`: a value of src/contract
 * - `every operation`, `every operation 401`, `every operation 429 header Retry-After`
 * - `every success data`, `every failure error.code`
 * - `listCommitments`: an operation, which may be followed by
 *   - `query page`, `path id`, `header Idempotency-Key`: a parameter
 *   - `body`, `body name`: the request body, or a field of it
 *   - `404`, `200 header X`, `success header X`: a response, or a header of one
 *   - `data.items[].id`, `timestamp`: a field of the successful answer; `[]` steps into a list
 */
export type Address = string;

/** What stands at an address. */
export interface Place {
  /** The very object in the document, so that places can be compared. */
  readonly node: object;
  /** What is said there, with references followed: type, enum, default, required, method and so on. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** One operation of the document with its parameters and responses at hand. */
interface OperationNode {
  readonly path: string;
  readonly method: string;
  readonly node: Record<string, any>;
}

const facts: Readonly<Record<string, unknown>> = { ...limits, retryableStatuses, isRetryableStatus };
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** @returns `a.{b,c}` as `a.b` and `a.c`, and so on for every pair of braces. */
export function expandBraces(address: Address): Address[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(address);
  // A path template has braces of its own, but only outside addresses.
  if (!match) return [address];
  const [, before = '', options = '', after = ''] = match;
  return options.split(',').flatMap((option) => expandBraces(`${before}${option}${after}`));
}

/**
 * @returns what stands at an address without braces
 * @throws {Error} when nothing does
 */
export function resolveAddress(document: Document, address: Address): Place[] {
  const places = resolve(document, address);
  if (places.length === 0) throw new Error(`Nothing stands at "${address}".`);
  return places;
}

function resolve(document: Document, address: Address): Place[] {
  const [head = '', ...rest] = address.split(' ');
  const [name = ''] = rest;
  switch (head) {
    case 'Schema': {
      const [component = '', ...path] = name.split('.');
      return fields(document, [document.components.schemas[component]], path);
    }
    case 'security':
      return place(document, document.components.securitySchemes[name]);
    case 'tag':
      return place(
        document,
        document.tags.find((tag: { name: string }) => tag.name === name),
      );
    case 'webhook':
      return place(document, document.webhooks?.[name]);
    case 'fact':
      return name in facts ? [{ node: { name }, facts: { value: facts[name] } }] : [];
    case 'every':
      return everywhere(document, rest);
    default: {
      const operation = operationNodes(document).find(({ node }) => node.operationId === head);
      return operation ? inOperation(document, operation, rest) : [];
    }
  }
}

function everywhere(document: Document, [what = '', ...rest]: readonly string[]): Place[] {
  return operationNodes(document).flatMap((operation) => {
    if (what === 'operation')
      return demand(inOperation(document, operation, rest), operation, rest.join(' '));
    const wanted = what === 'success' ? isSuccess : (status: string) => !isSuccess(status);
    const [path = ''] = rest;
    return Object.entries<any>(operation.node.responses)
      .filter(([status]) => wanted(status))
      .flatMap(([status, response]) =>
        demand(
          fields(document, [bodySchema(document, response)], path.split('.')),
          operation,
          `${status} ${path}`,
        ),
      );
  });
}

/** "Every" is a claim about each one: one operation that lacks it is enough to fail. */
function demand(places: Place[], { node }: OperationNode, what: string): Place[] {
  if (places.length === 0) throw new Error(`${node.operationId} has no ${what}.`);
  return places;
}

function inOperation(document: Document, operation: OperationNode, rest: readonly string[]): Place[] {
  const [what, ...names] = rest;
  const { node, path, method } = operation;
  if (what === undefined) return [{ node, facts: { ...node, path, method } }];
  if (what === 'query' || what === 'path' || (what === 'header' && names.length > 0)) {
    const parameters: any[] = (node.parameters ?? []).map((parameter: object) =>
      dereference(document, parameter),
    );
    const found = parameters.find((parameter) => parameter.in === what && parameter.name === names[0]);
    if (!found) return [];
    return [
      { node: found, facts: { ...dereference(document, found.schema), required: found.required === true } },
    ];
  }
  if (what === 'body') {
    const body = node.requestBody && dereference(document, node.requestBody);
    if (!body) return [];
    return names[0] === undefined
      ? place(document, body)
      : fields(document, [bodySchema(document, body)], [names[0]]);
  }
  const responses = Object.entries<any>(node.responses);
  if (what === 'success' || /^\d{3}$/.test(what)) {
    const matching = responses
      .filter(([status]) => (what === 'success' ? isSuccess(status) : status === what))
      .map(([, response]) => dereference(document, response));
    if (names[0] !== 'header') return matching.flatMap((response) => place(document, response));
    const header = names[1] ?? '';
    return matching.every((response) => response.headers?.[header])
      ? matching.flatMap((response) => place(document, dereference(document, response.headers[header])))
      : [];
  }
  const bodies = responses
    .filter(([status]) => isSuccess(status))
    .map(([, response]) => bodySchema(document, response));
  return fields(document, bodies, what.split('.'));
}

/** Follows field names from schemas, through references, unions and lists. */
function fields(document: Document, schemas: readonly unknown[], path: readonly string[]): Place[] {
  let places = schemas.filter((schema) => schema !== undefined).flatMap((schema) => place(document, schema));
  for (const step of path) {
    const [, name = '', lists = ''] = /^(.*?)((?:\[\])*)$/.exec(step) ?? [];
    if (name !== '') {
      places = places.flatMap(({ node }) =>
        objectSchemas(document, node)
          .filter((schema) => schema.properties?.[name] !== undefined)
          .flatMap((schema) =>
            place(document, schema.properties[name], { required: schema.required?.includes(name) === true }),
          ),
      );
    }
    for (let depth = 0; depth < lists.length / 2; depth += 1) {
      places = places.flatMap(({ node }) =>
        objectSchemas(document, node).flatMap((schema) =>
          schema.items ? place(document, schema.items) : [],
        ),
      );
    }
  }
  return places;
}

function place(document: Document, node: any, extra: object = {}): Place[] {
  if (node === undefined) return [];
  // The facts of a union are those of its parts, so that a nullable reference reads like a plain one.
  const merged = Object.assign({}, ...objectSchemas(document, node), dereference(document, node));
  return [{ node, facts: { ...merged, ...extra } }];
}

function bodySchema(document: Document, message: object): unknown {
  return dereference(document, message).content?.['application/json']?.schema;
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

/** Every operation of the document. */
export function operationNodes(document: Document): OperationNode[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, node: item[method] })),
  );
}
