// @ts-check
import { join } from 'node:path';
import { stepsOf } from '../lib/tool.mjs';
import { pythonVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const connexion = {
  name: 'connexion',
  version: pythonVersion('connexion'),
  kind: 'other',
  document: '3.0',
  setting: 'an `x-bearerInfoFunc`, or the variable `BEARERINFO_FUNC`',
  async run({ document, copyProgram, exec }) {
    const program = await copyProgram('connexion');
    const output = await exec('python', [join(program, 'server.py'), document], {
      env: { BEARERINFO_FUNC: 'server.authenticate', PYTHONPATH: program },
    });
    return { result: 'validates requests', steps: stepsOf(output, 3) };
  },
};
