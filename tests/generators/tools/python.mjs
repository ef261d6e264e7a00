// @ts-check
import { cpSync, mkdirSync } from 'node:fs';
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

const options = ['--use-annotated', '--set-default-enum-member', '--collapse-root-models'];

/** @type {import('../lib/tool.mjs').Tool} */
export const datamodelCodeGenerator = {
  name: 'datamodel-code-generator',
  version: pythonVersion('datamodel-code-generator'),
  kind: 'client',
  document: '3.1',
  setting: `\`--output-model-type pydantic_v2.BaseModel ${options.join(' ')}\``,
  async run({ document, copyProgram, exec }) {
    const program = await copyProgram('python');
    mkdirSync(join(program, 'client'));
    await exec('datamodel-codegen', [
      ...['--input', document, '--input-file-type', 'openapi', '--formatters', 'builtin'],
      ...['--output-model-type', 'pydantic_v2.BaseModel', ...options],
      ...['--output', join(program, 'client/models.py')],
    ]);
    await exec('mypy', ['--no-error-summary', join(program, 'client/models.py')]);
    const steps = stepsOf(await exec('python', [join(program, 'datamodel_code_generator.py')]));
    return { result: 'passes mypy', steps };
  },
};
