import { isRetryableStatus, retryableStatuses } from '../../src/contract/errors.js';
import * as limits from '../../src/contract/limits.js';
import { type Document, dereference, objectSchemas } from './schema-walk.js';

/**
 * A readable reference to a place in the OpenAPI document. After brace expansion it is one of
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
 *   - `data.items[].id`, `timestamp`: a field of the successful response; `[]` means the items of a list
 */
export type Address = string;

/** A part of the document that an address refers to. */
export interface Place {
  /** The object in the document, compared by identity. */
  readonly node: object;
  /** Its properties with references resolved: type, enum, default, required, method and so on. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An operation of the document, with its path and method. */
interface OperationNode {
  readonly path: string;
  readonly method: string;
  readonly node: Record<string, any>;
}

const facts: Readonly<Record<string, unknown>> = { ...limits, retryableStatuses, isRetryableStatus };
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * @returns the places that an address without braces refers to
 * @throws {Error} if there are none
 */
export function resolveAddress(document: Document, address: Address): Place[] {
  const places = resolve(document, address);
  if (places.length === 0) throw new Error(`"${address}" is not in the document.`);
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
      return requirePlaces(inOperation(document, operation, rest), operation, rest.join(' '));
    const matches = what === 'success' ? isSuccess : (status: string) => !isSuccess(status);
    const [path = ''] = rest;
    return Object.entries<any>(operation.node.responses)
      .filter(([status]) => matches(status))
      .flatMap(([status, response]) =>
        requirePlaces(
          fields(document, [bodySchema(document, response)], path.split('.')),
          operation,
          `${status} ${path}`,
        ),
      );
  });
}

/** @throws {Error} if an operation lacks what `every` claims of all */
function requirePlaces(places: Place[], { node }: OperationNode, what: string): Place[] {
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

/** Resolves field names in schemas, through references, unions and lists. */
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
  // The facts of a union include those of its parts, so that a nullable reference equals a plain one.
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
