// @ts-check
import { operationsOf } from '../document/operations-of.mjs';
import { resolveSchema } from '../document/resolve-pointer.mjs';

const types = `/** A parameter of an operation. Its schema has no top-level reference and no descriptions. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Readonly<Record<string, any>>;
  /** The schema of one value, if the parameter can be repeated. */
  readonly items?: Readonly<Record<string, any>>;
}

/** One operation of the contract. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** The path template, such as \`/api/v1/commitments/detail/{commitment_id}\`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly parameters: readonly OperationParameter[];
  readonly requestBody: { readonly required: boolean } | null;
  /** The documented headers and media types, by status. */
  readonly responses: Readonly<Record<string, { readonly headers: readonly string[]; readonly mediaTypes: readonly string[] }>>;
}
`;

/**
 * Generates a table of the operations for routers, validators and checks, which do not need the whole document.
 *
 * @param {Record<string, any>} document
 * @returns {string} a TypeScript module
 */
export function operationTable(document) {
  const table = operationsOf(document).map((found) => rowOf(document, found));
  return `// Generated from openapi.yaml by \`npm run build\`.

${types}
export type OperationId =
${table.map(({ operationId }) => `  | '${operationId}'`).join('\n')};

/** Every operation, in the order of the document. */
export const operations: readonly Operation[] = [
${table.map((operation) => `  ${JSON.stringify(operation)},`).join('\n')}
];
`;
}

/**
 * @param {Record<string, any>} document
 * @param {ReturnType<typeof operationsOf>[number]} found
 */
function rowOf(document, { path, method, operation, parameters, requestBody, responses }) {
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    summary: operation.summary,
    deprecated: operation.deprecated === true,
    parameters: parameters.map(({ value }) => {
      const schema = resolveSchema(document, value.schema);
      return {
        name: value.name,
        in: value.in,
        required: value.required === true,
        schema: constraintsOf(schema),
        ...(schema.items && { items: constraintsOf(resolveSchema(document, schema.items)) }),
      };
    }),
    requestBody: requestBody ? { required: requestBody.value.required === true } : null,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { value }]) => [
        status,
        { headers: Object.keys(value.headers ?? {}), mediaTypes: Object.keys(value.content ?? {}) },
      ]),
    ),
  };
}

/**
 * Removes descriptions, examples and extensions from a schema.
 *
 * @param {Record<string, any>} schema
 */
function constraintsOf(schema) {
  return Object.fromEntries(
    Object.entries(schema).filter(([word]) => !/^(description|examples|x-(?!known-values).*)$/.test(word)),
  );
}
