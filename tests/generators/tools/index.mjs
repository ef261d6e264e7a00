// @ts-check
import { bruno } from './bruno.mjs';
import { connexion } from './connexion.mjs';
import { expressOpenapiValidator } from './express-openapi-validator.mjs';
import { oapiCodegenTools } from './go.mjs';
import { linters } from './linters.mjs';
import { openapiGenerators } from './openapi-generator.mjs';
import { postman } from './postman.mjs';
import { openapiPythonClient } from './python.mjs';
import { schemathesis } from './schemathesis.mjs';
import { typescriptGenerators } from './typescript.mjs';

/** @type {readonly import('../lib/tool.mjs').Tool[]} */
export const tools = [
  ...typescriptGenerators,
  openapiPythonClient,
  ...openapiGenerators,
  ...oapiCodegenTools,
  postman,
  bruno,
  schemathesis,
  expressOpenapiValidator,
  connexion,
  ...linters,
];
