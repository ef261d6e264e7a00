// @ts-check
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { stepsOf } from '../lib/tool.mjs';
import { npmVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const expressOpenapiValidator = {
  name: 'express-openapi-validator',
  version: npmVersion('express-openapi-validator'),
  kind: 'other',
  document: '3.1',
  setting: '`validateResponses: true`',
  async run({ document, exec }) {
    const program = join(root, 'tests/generators/programs/express-openapi-validator/server.mjs');
    const output = await exec(process.execPath, [program, document]);
    return { result: 'validates requests and responses', steps: stepsOf(output, 6) };
  },
};
