// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { operationsOf } from '../document/operations-of.mjs';
import { dereference, pointerOf, resolvePointer } from '../document/resolve-pointer.mjs';
import { root } from '../paths.mjs';
import { forCompiler, schemaId } from './schema-for-compiler.mjs';

/** The maximum number of errors: Ajv copies all errors for each invalid item, so validation stops here. */
const maxErrors = 2000;

const declarations = `// Generated from openapi.yaml by \`npm run build\`.
import type { OperationId } from './operations.js';

/** A validation error, as reported by Ajv. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Returns whether a value matches its schema. After a failed call, \`errors\` contains the reasons. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** By operation, then by \`in:name\`, such as \`query:page\`. Values must already be parsed. */
export declare const parameterValidators: Readonly<Record<OperationId, Readonly<Record<string, Validator>>>>;
/** By operation, for operations with a body. */
export declare const bodyValidators: Readonly<Partial<Record<OperationId, Validator>>>;
/** By operation, then by status. */
export declare const responseValidators: Readonly<Record<OperationId, Readonly<Record<string, Validator>>>>;
/** By event type. */
export declare const eventValidators: Readonly<Record<string, Validator>>;
/** By name of the component schema. */
export declare const schemaValidators: Readonly<Record<string, Validator>>;
`;

const requestDeclarations = `// Generated from openapi.yaml by \`npm run build\`.
export { bodyValidators, eventValidators, parameterValidators, type SchemaError, type Validator } from './validators.js';
`;

/**
 * Generates validators for every parameter, request body, response, event and component schema, as code that needs
 * neither Ajv nor eval at runtime.
 *
 * @param {Record<string, any>} document
 * @returns {Promise<Record<string, string>>} text by file name
 */
export async function validatorsModule(document) {
  return {
    'validators.js': await moduleOf(document, tablesOf),
    'validators.d.ts': declarations,
    // A separate module for the mock: parsing all validators takes a tenth of its start-up time.
    'request-validators.js': await moduleOf(document, requestTablesOf),
    'request-validators.d.ts': requestDeclarations,
  };
}

/**
 * @param {Record<string, any>} document
 * @param {(document: Record<string, any>, compiler: Compiler) => Record<string, Record<string, any>>} tables
 */
async function moduleOf(document, tables) {
  const compiler = new Compiler(document);
  const sources = Object.entries(tables(document, compiler)).map(
    ([name, table]) => `export const ${name} = ${tableSource(table)};`,
  );
  return bundled([compiler.code(), ...sources].join('\n'));
}

/** Compiles each schema of a document into one function, which is shared by all its references. */
class Compiler {
  #ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    discriminator: true,
    // Functions that call each other, and loops over required properties: far less code at the same speed.
    inlineRefs: false,
    loopRequired: 1,
    code: { source: true, esm: true, lines: false },
  });
  /** Function names by schema pointer. @type {Record<string, string>} */
  #names = {};
  /** Schema ids by function name. @type {Record<string, string>} */
  #ids = {};

  /** @param {Record<string, any>} document */
  constructor(document) {
    this.document = document;
    // @ts-expect-error the package's types name a default export that its ESM form does not have
    addFormats(this.#ajv);
    // All schemas are added because any may be referenced; unused ones generate no code.
    for (const name of Object.keys(document.components.schemas)) {
      const pointer = pointerOf('components', 'schemas', name);
      this.#add(pointer, resolvePointer(document, pointer));
    }
  }

  /** @param {string} pointer @param {any} schema */
  #add(pointer, schema) {
    if (this.#ajv.schemas[schemaId(pointer)]) return;
    this.#ajv.addSchema(forCompiler(this.document, schema), schemaId(pointer));
  }

  /** Returns the name of the function for the schema at a pointer. @param {string} pointer */
  schemaAt(pointer) {
    const { document } = this;
    const at = dereference(document, resolvePointer(document, pointer), pointer);
    const known = this.#names[at.pointer];
    if (known) return known;
    const name = `v${Object.keys(this.#names).length}`;
    this.#add(at.pointer, at.value);
    this.#names[at.pointer] = name;
    this.#ids[name] = schemaId(at.pointer);
    return name;
  }

  /** Returns the name of the function for the JSON body of a request or response. @param {string} pointer */
  bodyAt(pointer) {
    return this.schemaAt(`${pointer}/content/application~1json/schema`);
  }

  /** Returns the functions as source code. */
  code() {
    return standaloneCode
      .default(this.#ajv, this.#ids)
      .replaceAll(/export const (v\d+) =/g, 'const $1 =')
      .replaceAll(/for\(let (i\d+)=0; \1<len\d+(?=;)/g, `$& && errors<${maxErrors}`)
      .replaceAll(/for\(const key\d+ in data\d*\)\{/g, `$&if(errors>=${maxErrors})break;`);
  }
}

/**
 * Returns the names of the functions by what they validate.
 *
 * @param {Record<string, any>} document
 * @param {Compiler} compiler
 */
function tablesOf(document, compiler) {
  return {
    schemaValidators: mapEntries(document.components.schemas, (name) =>
      compiler.schemaAt(pointerOf('components', 'schemas', name)),
    ),
    ...requestTablesOf(document, compiler),
    responseValidators: byOperation(operationsOf(document), ({ responses }) =>
      mapEntries(responses, (_status, { pointer }) => compiler.bodyAt(pointer)),
    ),
  };
}

/**
 * Returns the same for what the mock validates: requests and events.
 *
 * @param {Record<string, any>} document
 * @param {Compiler} compiler
 */
function requestTablesOf(document, compiler) {
  const operations = operationsOf(document);
  return {
    parameterValidators: byOperation(operations, ({ parameters }) =>
      Object.fromEntries(
        parameters.map(({ value, pointer }) => [
          `${value.in}:${value.name}`,
          compiler.schemaAt(`${pointer}/schema`),
        ]),
      ),
    ),
    bodyValidators: byOperation(
      operations.filter(({ requestBody }) => requestBody),
      ({ requestBody }) => compiler.bodyAt(requestBody?.pointer ?? ''),
    ),
    eventValidators: mapEntries(document.webhooks ?? {}, (event, { post }) => {
      const pointer = pointerOf('webhooks', event, 'post', 'requestBody');
      return compiler.bodyAt(dereference(document, post.requestBody, pointer).pointer);
    }),
  };
}

/** Bundles the small runtime that Ajv's standalone code imports. @param {string} source */
export async function bundled(source) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
    legalComments: 'none',
    minify: true,
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * @param {ReturnType<typeof operationsOf>} operations
 * @param {(operation: ReturnType<typeof operationsOf>[number]) => any} value
 */
function byOperation(operations, value) {
  return Object.fromEntries(
    operations.map((operation) => [operation.operation.operationId, value(operation)]),
  );
}

/**
 * @param {Record<string, any>} record
 * @param {(name: string, value: any) => any} value
 */
function mapEntries(record, value) {
  return Object.fromEntries(Object.entries(record).map(([name, old]) => [name, value(name, old)]));
}

/**
 * Returns a table of functions as source code.
 *
 * @param {string | Record<string, any>} table
 * @returns {string}
 */
function tableSource(table) {
  if (typeof table === 'string') return table;
  const members = Object.entries(table).map(
    ([name, value]) => `${JSON.stringify(name)}:${tableSource(value)}`,
  );
  return `{${members.join(',')}}`;
}
