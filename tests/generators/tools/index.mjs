// @ts-check
import { bruno } from './bruno.mjs';
import { connexion } from './connexion.mjs';
import { expressOpenapiValidator } from './express-openapi-validator.mjs';
import { goTools } from './go.mjs';
import { linters } from './linters.mjs';
import { openapiCore } from './openapi-core.mjs';
import { openapiGenerators } from './openapi-generator.mjs';
import { postman } from './postman.mjs';
import { datamodelCodeGenerator, openapiPythonClient } from './python.mjs';
import { schemathesis } from './schemathesis.mjs';
import { swaggerCodegen } from './swagger-codegen.mjs';
import { typescriptGenerators } from './typescript.mjs';

/** @type {readonly import('../lib/tool.mjs').Tool[]} */
export const tools = [
  ...typescriptGenerators,
  openapiPythonClient,
  datamodelCodeGenerator,
  ...openapiGenerators,
  swaggerCodegen,
  ...goTools,
  postman,
  bruno,
  schemathesis,
  expressOpenapiValidator,
  connexion,
  openapiCore,
  ...linters,
];
