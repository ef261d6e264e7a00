// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { operationsOf } from './operations-of.mjs';
import { root } from './paths.mjs';
import { dereference, followed, pointerOf, resolvePointer } from './resolve-pointer.mjs';

// Addresses that nothing answers: only the compiler sees them.
const address = 'http://contract.invalid/';
const componentPointer = '#/components/schemas/';

/** After so many reasons no more items and members are looked at: ajv copies all reasons with each wrong item. */
const mostErrors = 2000;

const declarations = `// Generated from openapi.yaml by \`npm run build\`.
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
/** By type of the event that is delivered. */
export declare const eventValidators: Readonly<Record<string, Validator>>;
/** By name of the schema in the document's components. */
export declare const schemaValidators: Readonly<Record<string, Validator>>;
`;

const requestDeclarations = `// Generated from openapi.yaml by \`npm run build\`.
export { bodyValidators, parameterValidators, type SchemaError, type Validator } from './validators.js';
`;

/**
 * Validators for every parameter, body, answer, event and named schema, as code that needs neither
 * ajv nor eval when it runs.
 *
 * @param {Record<string, any>} document
 * @returns {Promise<Record<string, string>>} file name to text
 */
export async function validatorsModule(document) {
  return {
    'validators.js': await moduleOf(document, tablesOf),
    'validators.d.ts': declarations,
    // Apart, as a mock needs only these, and parsing all of them is a tenth of its start.
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

/** Gives each schema of a document one function, however often it is referred to. */
class Compiler {
  #ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    // Each schema becomes one function that the others call, and required names become a loop:
    // far less code at the same speed.
    inlineRefs: false,
    loopRequired: 1,
    code: { source: true, esm: true, lines: false },
  });
  /** Pointer to the name of its function. @type {Record<string, string>} */
  #names = {};
  /** Name of a function to the address of its schema. @type {Record<string, string>} */
  #addresses = {};

  /** @param {Record<string, any>} document */
  constructor(document) {
    this.document = document;
    // @ts-expect-error the package's types name a default export that its ESM form does not have
    addFormats(this.#ajv);
    // Any of them may be referred to; what nothing leads to becomes no code.
    for (const name of Object.keys(document.components.schemas)) {
      const pointer = pointerOf('components', 'schemas', name);
      this.#add(pointer, resolvePointer(document, pointer));
    }
  }

  /** @param {string} pointer @param {any} schema */
  #add(pointer, schema) {
    if (this.#ajv.schemas[addressOf(pointer)]) return;
    this.#ajv.addSchema(forCompiler(this.document, schema), addressOf(pointer));
  }

  /** The name of the function for the schema at a pointer. @param {string} pointer */
  schemaAt(pointer) {
    const { document } = this;
    const at = dereference(document, resolvePointer(document, pointer), pointer);
    const known = this.#names[at.pointer];
    if (known) return known;
    const name = `v${Object.keys(this.#names).length}`;
    this.#add(at.pointer, at.value);
    this.#names[at.pointer] = name;
    this.#addresses[name] = addressOf(at.pointer);
    return name;
  }

  /** The same for the JSON body of a request or response. @param {string} pointer */
  bodyAt(pointer) {
    return this.schemaAt(`${pointer}/content/application~1json/schema`);
  }

  /** The functions as source code. */
  code() {
    return standaloneCode
      .default(this.#ajv, this.#addresses)
      .replaceAll(/export const (v\d+) =/g, 'const $1 =')
      .replaceAll(/for\(let (i\d+)=0; \1<len\d+(?=;)/g, `$& && errors<${mostErrors}`)
      .replaceAll(/for\(const key\d+ in data\d*\)\{/g, `$&if(errors>=${mostErrors})break;`);
  }
}

/**
 * The names of the functions by what they validate.
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
    eventValidators: mapEntries(document.webhooks ?? {}, (event, { post }) => {
      const pointer = pointerOf('webhooks', event, 'post', 'requestBody');
      return compiler.bodyAt(dereference(document, post.requestBody, pointer).pointer);
    }),
  };
}

/**
 * The same for requests alone.
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
  };
}

/** Ajv's standalone code requires its own small runtime; bundled in, the result stands alone. @param {string} source */
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

/** @param {string} pointer into the document */
function addressOf(pointer) {
  if (!pointer.startsWith(componentPointer)) return `${address}inline/${encodeURIComponent(pointer)}`;
  // The schema is the file, and what is deeper is a fragment of it.
  const [name, ...deeper] = pointer.slice(componentPointer.length).split('/');
  return `${address}schemas/${name}${deeper.length > 0 ? `#/${deeper.join('/')}` : ''}`;
}

/**
 * A copy of a schema whose references name the schemas as the compiler knows them, without the words
 * that only tell people something. What stands beside a reference is laid over what it refers to.
 *
 * @param {Record<string, any>} document
 * @param {any} schema
 * @returns {any}
 */
function forCompiler(document, schema) {
  if (Array.isArray(schema)) return schema.map((one) => forCompiler(document, one));
  if (schema === null || typeof schema !== 'object') return schema;
  const words = withoutProse(schema);
  if (words.$ref !== undefined && Object.keys(words).length > 1) {
    return forCompiler(document, followed(document, words));
  }
  return lengthsFirst(
    Object.fromEntries(
      Object.entries(words).map(([word, value]) => [word, compiledWord(document, word, value)]),
    ),
  );
}

/** @param {Record<string, any>} schema */
function withoutProse(schema) {
  return Object.fromEntries(
    Object.entries(schema).filter(([word]) => !/^(description|examples|default|x-.*)$/.test(word)),
  );
}

/** Words whose cost grows with the length of the value, some of them faster than it. */
const costly = ['pattern', 'format', 'items', 'uniqueItems'];

/**
 * With all reasons asked for, ajv would compare the entries of a list with each other and match a text with a
 * pattern although it has found them too long. Here it looks no further then.
 *
 * @param {Record<string, any>} schema as the compiler gets it
 */
function lengthsFirst(schema) {
  const bounds = Object.fromEntries(
    Object.entries(schema).filter(([word]) => word === 'maxLength' || word === 'maxItems'),
  );
  const later = Object.entries(schema).filter(([word]) => costly.includes(word));
  if (Object.keys(bounds).length === 0 || later.length === 0) return schema;
  const first = Object.entries(schema).filter(([word]) => !costly.includes(word));
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return { ...Object.fromEntries(first), if: bounds, then: Object.fromEntries(later) };
}

/**
 * @param {Record<string, any>} document
 * @param {string} word of a schema
 * @param {any} value
 */
function compiledWord(document, word, value) {
  switch (word) {
    case '$ref':
      return addressOf(value);
    case 'const':
    case 'enum':
      return value;
    case 'properties':
      return mapEntries(value, (_name, property) => forCompiler(document, property));
    default:
      return forCompiler(document, value);
  }
}

/**
 * A table of functions as source code.
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
