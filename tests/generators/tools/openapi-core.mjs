// @ts-check
import { join } from 'node:path';
import { stepsOf } from '../lib/tool.mjs';
import { pythonVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const openapiCore = {
  name: 'openapi-core',
  version: pythonVersion('openapi-core'),
  kind: 'other',
  document: '3.1',
  setting: 'a `servers` entry with the URL of the server',
  async run({ document, copyProgram, exec }) {
    const program = await copyProgram('openapi-core');
    const output = await exec('python', [join(program, 'validate.py'), document]);
    return { result: 'validates requests and responses', steps: stepsOf(output, 9) };
  },
};
