// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { parse } from 'yaml';
import { importSources } from '../build/import-sources.mjs';
import { bundleDocument } from '../document/bundle-document.mjs';
import { withExampleValues } from '../document/examples.mjs';
import { operationsOf } from '../document/operations-of.mjs';
import { readRequirements } from '../document/requirements.mjs';
import { yamlOf } from '../document/yaml-of.mjs';
import { root } from '../paths.mjs';
import { documentModules } from './document-module.mjs';
import { methodsModule } from './methods-module.mjs';
import { namedMethodsModule } from './named-methods-module.mjs';
import { operationTable } from './operation-table.mjs';
import { pageModule } from './page-module.mjs';
import { requirementsModule } from './requirements-module.mjs';
import { typesModule } from './types-module.mjs';
import { bundled, validatorsModule } from './validators-module.mjs';

/**
 * Generates all files that are derived from the document and other sources. The result is deterministic.
 *
 * @param {string} path path of the root document
 * @returns {Promise<{ modules: Record<string, string>, documents: Record<string, string> }>}
 *   text by file name: the modules of `src/generated`, and the documents of `dist`
 * @throws {Error} if the document cannot be bundled
 */
export async function generatedFiles(path) {
  const bundled = await bundleDocument(path);
  const code = await modulesOfMock(bundled);
  const document = await withExampleValues(bundled, await mockOf(bundled, code));
  const json = JSON.stringify(document);
  const { openapi30 } = await importSources("export { openapi30 } from './src/openapi-3.0/openapi-3.0.ts';");
  const older = openapi30(document);
  const operationIds = new Set(operationsOf(document).map(({ operation }) => operation.operationId));
  const configSchema = readFileSync(join(root, 'cli/config/config.schema.json'), 'utf8');
  const reportSchema = readFileSync(join(root, 'conformance/engine/report/report.schema.yaml'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    modules: {
      ...code,
      'types.ts': await typesModule(document),
      'methods.ts': methodsModule(document, manifest.version),
      'named-methods.ts': namedMethodsModule(document, manifest.homepage),
      'requirements.ts': requirementsModule(readRequirements(), operationIds),
      'report-page.ts': await pageModule('conformance/engine/report/html/page'),
      ...documentModules(json),
      ...(await configModule(JSON.parse(configSchema))),
    },
    documents: {
      'openapi.yaml': yamlOf(document),
      'openapi.json': json,
      // A CommonJS module, since modules of Node 20 import JSON only with a warning.
      'document.cjs': "exports.document = require('./openapi.json');\n",
      'openapi-3.0.yaml': yamlOf(older),
      'openapi-3.0.json': JSON.stringify(older),
      'config.schema.json': configSchema,
      'inventory.schema.json': readFileSync(join(root, 'src/focus/datasets/inventory.schema.json'), 'utf8'),
      'report.schema.json': `${JSON.stringify(parse(reportSchema), null, 2)}\n`,
    },
  };
}

/**
 * Generates the modules that the mock imports, besides the document. None depends on the examples, which are responses of
 * the mock.
 *
 * @param {Record<string, any>} document
 * @returns {Promise<Record<string, string>>} text by file name
 */
async function modulesOfMock(document) {
  return {
    'operations.ts': operationTable(document),
    'front-page.ts': await pageModule('mocks/front/page'),
    ...(await validatorsModule(document)),
  };
}

/**
 * @param {Record<string, any>} document whose examples have no values
 * @param {Record<string, string>} code
 * @returns {Promise<typeof import('../../../mocks/create-mock.js').createMock>}
 */
async function mockOf(document, code) {
  const modules = { ...code, ...documentModules(JSON.stringify(document)) };
  const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';", modules);
  return createMock;
}

const declarations = `// Generated from cli/config/config.schema.json by \`npm run build\`.
import type { SchemaError } from './validators.js';

/** A validation error, with the schema that is violated. */
interface ConfigError extends SchemaError {
  readonly parentSchema: { readonly properties?: Readonly<Record<string, unknown>> };
}

export declare const isConfig: {
  (value: unknown): boolean;
  errors?: readonly ConfigError[] | null;
};
`;

/**
 * Generates the validator of configuration files, as code that needs neither Ajv nor eval at runtime.
 *
 * @param {Record<string, any>} schema
 * @returns {Promise<Record<string, string>>} text by file name
 */
async function configModule(schema) {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, code: { source: true, esm: true } });
  const code = standaloneCode.default(ajv, { isConfig: ajv.addSchema(schema, 'config') && 'config' });
  return { 'config-validator.js': await bundled(code), 'config-validator.d.ts': declarations };
}
