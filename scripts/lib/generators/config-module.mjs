// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { bundled } from './validators-module.mjs';

const declarations = `// Generated from cli/config/config.schema.json by \`npm run build\`.
import type { SchemaError } from './validators.js';

/** A validation error, with the schema that is violated. */
export interface ConfigError extends SchemaError {
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
export async function configModule(schema) {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, code: { source: true, esm: true } });
  const code = standaloneCode.default(ajv, { isConfig: ajv.addSchema(schema, 'config') && 'config' });
  return { 'config-validator.js': await bundled(code), 'config-validator.d.ts': declarations };
}
