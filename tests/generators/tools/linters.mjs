// @ts-check
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { warningsOf } from '../lib/tool.mjs';
import { npmVersion } from '../lib/version.mjs';

/** @param {string} name a package, and a file of `programs/validators` */
const validator = (name, /** @type {string} */ file, /** @type {'3.1' | '3.0'} */ document) => ({
  name: document === '3.0' ? `${name}, 3.0` : name,
  version: npmVersion(name),
  kind: /** @type {const} */ ('other'),
  document,
  run: async (/** @type {import('../lib/tool.mjs').Context} */ context) => {
    const program = join(root, 'tests/generators/programs/validators', file);
    await context.exec(process.execPath, [program, context.document]);
    return { result: 'valid' };
  },
});

/** @type {import('../lib/tool.mjs').Tool} */
const redocly = {
  name: 'Redocly CLI',
  version: npmVersion('@redocly/cli'),
  kind: 'other',
  document: '3.1',
  setting:
    '`--extends recommended-strict --skip-rule no-unused-components`: `details` names some schemas by `x-known-schemas`',
  async run({ document, exec }) {
    const output = await exec('redocly', [
      ...['lint', document, '--extends', 'recommended-strict'],
      ...['--skip-rule', 'no-unused-components'],
    ]);
    return { result: 'valid', warnings: warningsOf(output) };
  },
};

export const linters = [
  redocly,
  validator('@apidevtools/swagger-parser', 'swagger-parser.mjs', '3.1'),
  validator('@apidevtools/swagger-parser', 'swagger-parser.mjs', '3.0'),
  validator('@scalar/openapi-parser', 'scalar.mjs', '3.1'),
  validator('@scalar/openapi-parser', 'scalar.mjs', '3.0'),
];
