// @ts-check
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf, warningsOf } from '../lib/tool.mjs';
import { pythonVersion } from '../lib/version.mjs';

/** @type {import('../lib/tool.mjs').Tool} */
export const openapiPythonClient = {
  name: 'openapi-python-client',
  version: pythonVersion('openapi-python-client'),
  kind: 'client',
  document: '3.1',
  async run({ folder, document, copyProgram, exec }) {
    const generated = join(folder, 'generated');
    const output = await exec('openapi-python-client', [
      ...['generate', '--path', document, '--output-path', generated, '--meta', 'none'],
    ]);
    const program = await copyProgram('python');
    cpSync(generated, join(program, 'client'), { recursive: true });
    await exec('mypy', ['--no-error-summary', '--package', 'client'], { cwd: program });
    const steps = stepsOf(await exec('python', [join(program, 'openapi_python_client.py')]));
    return { result: 'passes mypy', steps, warnings: warningsOf(output) };
  },
};
