// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { operationsOf } from './operations-of.mjs';
import { root } from './paths.mjs';
import { pointerOf } from './resolve-pointer.mjs';

// An address that nothing answers: only the compiler sees it.
const documentId = 'http://contract.invalid/openapi.json';

/**
 * Validators for every parameter, body, answer and named schema, as code that needs neither ajv nor
 * eval when it runs.
 *
 * @param {Record<string, any>} document
 * @returns {Promise<Record<string, string>>} file name to text
 */
export async function validatorsModule(document) {
  const ajv = new Ajv2020({
    // The document is an OpenAPI document, whose own words are not JSON Schema's.
    strict: false,
    allErrors: true,
    code: { source: true, esm: true, lines: false },
    schemas: { [documentId]: document },
  });
  // @ts-expect-error the package's types name a default export that its ESM form does not have
  addFormats(ajv);

  /** @type {Record<string, string>} export name to schema key */
  const exports = {};
  /** @type {Map<string, string>} pointer to export name, so that shared schemas are compiled once */
  const byPointer = new Map();
  const validatorAt = (/** @type {string} */ pointer) => {
    const known = byPointer.get(pointer);
    if (known) return known;
    const name = `v${byPointer.size}`;
    const key = `http://contract.invalid/${name}`;
    ajv.addSchema({ $ref: `${documentId}${encodeURI(pointer)}` }, key);
    byPointer.set(pointer, name);
    exports[name] = key;
    return name;
  };

  const parameters = /** @type {Record<string, Record<string, string>>} */ ({});
  const bodies = /** @type {Record<string, string>} */ ({});
  const responses = /** @type {Record<string, Record<string, string>>} */ ({});
  for (const operation of operationsOf(document)) {
    const id = operation.operation.operationId;
    parameters[id] = Object.fromEntries(
      operation.parameters.map(({ value, pointer }) => [
        `${value.in}:${value.name}`,
        validatorAt(`${pointer}/schema`),
      ]),
    );
    if (operation.requestBody)
      bodies[id] = validatorAt(`${operation.requestBody.pointer}/content/application~1json/schema`);
    responses[id] = Object.fromEntries(
      Object.entries(operation.responses).map(([status, { pointer }]) => [
        status,
        validatorAt(`${pointer}/content/application~1json/schema`),
      ]),
    );
  }
  const schemas = Object.fromEntries(
    Object.keys(document.components.schemas).map((name) => [
      name,
      validatorAt(pointerOf('components', 'schemas', name)),
    ]),
  );

  /** @type {(record: Record<string, any>) => string} */
  const object = (record) =>
    `{${Object.entries(record)
      .map(([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : object(value)}`)
      .join(',')}}`;
  const compiled = standaloneCode.default(ajv, exports).replaceAll(/export const (v\d+) =/g, 'const $1 =');
  const source = `${compiled}
export const parameterValidators = ${object(parameters)};
export const bodyValidators = ${object(bodies)};
export const responseValidators = ${object(responses)};
export const schemaValidators = ${object(schemas)};
`;
  // Ajv's standalone code requires its own small runtime; bundled in, the result stands alone.
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    target: 'es2022',
  });
  return {
    'validators.js': outputFiles[0]?.text ?? '',
    'validators.d.ts': `// Generated from openapi.yaml by \`npm run build\`.
import type { OperationId } from './operations.js';

/** One reason why a value does not fit its schema, as ajv words it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** True when the value fits; the reasons of the last call are in \`errors\` when it does not. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** By operation, then \`in:name\`, such as \`query:page\`. Values must already have their type. */
export declare const parameterValidators: Readonly<Record<OperationId, Readonly<Record<string, Validator>>>>;
/** By operation, for those that take a body. */
export declare const bodyValidators: Readonly<Partial<Record<OperationId, Validator>>>;
/** By operation, then status. */
export declare const responseValidators: Readonly<Record<OperationId, Readonly<Record<string, Validator>>>>;
/** By name of the schema in the document's components. */
export declare const schemaValidators: Readonly<Record<string, Validator>>;
`,
  };
}
